import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
    setupFiles: ['scripts/test-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

export default config;
