import { describe, expect, it } from 'vitest';
import { DEFAULT_SANDBOX_LIMITS, resolveSandboxLimits } from './limits.js';

describe('resolveSandboxLimits', () => {
  it('puts the given limits over the defaults', () => {
    expect(resolveSandboxLimits(undefined)).toBe(DEFAULT_SANDBOX_LIMITS);
    expect(resolveSandboxLimits({ timeoutSeconds: 0.5 })).toEqual({
      ...DEFAULT_SANDBOX_LIMITS,
      timeoutSeconds: 0.5,
    });
  });

  it.each([
    { timeoutSeconds: 0 },
    { timeoutSeconds: -1 },
    { timeoutSeconds: 600.1 },
    { memoryMegabytes: Number.NaN },
    { deadlineSeconds: Number.POSITIVE_INFINITY },
    { maxHostCalls: 1.5 },
    { timeoutSeconds: '5' as unknown as number },
    { toString: 5 } as object,
    { unknown: 5 } as object,
  ])('refuses %j', (limits) => {
    expect(() => resolveSandboxLimits(limits)).toThrow(
      expect.objectContaining({ code: 'core/invalid_option' }),
    );
  });
});
