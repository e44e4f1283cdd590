/** What a skill says of itself: the front matter of its `SKILL.md` (agentskills.io). */
export interface Skill {
  /** 1 to 64 of a–z, 0–9 and hyphens; the name of its folder. */
  readonly name: string;
  /** What it does and when to use it; at most 1,024 characters. */
  readonly description: string;
  readonly license: string | null;
  /** What it needs around it; at most 500 characters. */
  readonly compatibility: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** Tools that it asks to use freely. A wish, not a permission. */
  readonly allowedTools: readonly string[];
  /** Where it was found: a folder, or the address of a server's resource. */
  readonly source: string;
}

/** A skill that was left out. */
export interface SkillProblem {
  readonly source: string;
  /** One line: what is wrong with it. */
  readonly reason: string;
}

/** The skills there are now, sorted by name, and what was left out. */
export interface SkillList {
  readonly skills: readonly Skill[];
  readonly problems: readonly SkillProblem[];
}

/** Where skills come from. Nothing is kept between calls: each looks again. */
export interface SkillSource {
  list(options?: { readonly signal?: AbortSignal }): Promise<SkillList>;
  /**
   * The instructions of a skill, or another file of it (`references/forms.md`), as text.
   *
   * @throws {MettleError} `tools/unknown_skill`, `tools/unknown_skill_file`, with words for a model.
   */
  read(name: string, file?: string, options?: { readonly signal?: AbortSignal }): Promise<string>;
}
