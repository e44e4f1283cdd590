import { soak } from './soak.fixture.js';

soak(200);
