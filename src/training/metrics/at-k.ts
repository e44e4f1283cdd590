/**
 * The chance that at least one of `k` samples of a problem is right, given that `correct` of `samples` were:
 * 1 − C(n−c, k) / C(n, k), without bias. Chen et al. 2021, arXiv:2107.03374, §2.1, in its product form
 * 1 − ∏ᵢ₌ₙ₋𝒸₊₁ⁿ (1 − k/i), in which nothing overflows. Null for fewer than `k` samples: that can't be told from them.
 */
export function passAtKOf(samples: number, correct: number, k: number): number | null {
  if (samples < k) return null;
  if (samples - correct < k) return 1;
  let fails = 1;
  for (let i = samples - correct + 1; i <= samples; i++) fails *= 1 - k / i;
  return 1 - fails;
}

/**
 * The chance that all of `k` samples of a problem are right: C(c, k) / C(n, k), as ∏ᵢ₌₀ᵏ⁻¹ (c − i) / (n − i). Yao et al.
 * 2024 (τ-bench), arXiv:2406.12045, §5. Null for fewer than `k` samples.
 */
export function passHatKOf(samples: number, correct: number, k: number): number | null {
  if (samples < k) return null;
  if (correct < k) return 0;
  let passes = 1;
  for (let i = 0; i < k; i++) passes *= (correct - i) / (samples - i);
  return passes;
}
