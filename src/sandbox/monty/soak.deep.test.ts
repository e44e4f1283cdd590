import { soak } from './soak.fixture.js';

soak(3000);
