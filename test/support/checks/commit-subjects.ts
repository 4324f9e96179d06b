import { execFileSync } from "node:child_process";

const LONGEST = 72;

/** First words that are no imperative: articles, pronouns, numbers, prepositions. Verbs are too many to list. */
const NO_VERBS = new Set(
  (
    "A An The This That These Those It Its There Here I We You They He She Our Your Their My " +
    "No Not None Nobody Nothing Somebody Someone Everybody Everything Each Every All Both Any Some Many More Most " +
    "One Two Three Four Five Several Other Another Only Also Now Then Still New Old Small Minor Various " +
    "What Where Who Whose Which When Why How If As At By For From In Into Of On Onto Over To Under With Without " +
    "After Before Between During Since Until While And Or But WIP"
  ).split(" "),
);
/** Verbs whose base form ends as a past tense, a participle or a third person does. */
const BASE_FORMS =
  /^(Bleed|Embed|Exceed|Feed|Heed|Need|Proceed|Seed|Shed|Speed|Succeed|Weed|Bring|Ping|Ring|String|Alias|Bias|Bus|Canvas|Focus)$/;
/** Verbs that begin a second idea after "and"; words that are nouns as often are left out. */
const SECOND_VERBS =
  "add|allow|ask|await|begin|bring|check|choose|close|compute|count|create|delete|deny|draw|drop|expect|explain|" +
  "fetch|fix|forget|give|hide|ignore|keep|leave|let|make|mend|merge|move|name|open|put|read|refuse|reject|remove|" +
  "rename|render|replace|require|return|run|say|send|show|start|stop|store|take|tell|throw|use|wait|write";
/** "Read and keep a list" is one idea: two verbs of one object. */
const TWO_IDEAS = new RegExp(`;|, and |^\\S+ \\S.* and (${SECOND_VERBS}) \\w`);

/** Faults of a commit's subject, each in a few words; none for a good one. */
export function subjectFaults(subject: string): string[] {
  const first = /^[^\s,]+/.exec(subject)?.[0] ?? "";
  const isInflected = /(?:[^s]s|ed|ing)$/.test(first) && !BASE_FORMS.test(first);
  return [
    subject.length > LONGEST && `longer than ${LONGEST} characters`,
    (!/^[A-Z][a-z]+(?:-[a-z]+)?$/.test(first) || NO_VERBS.has(first) || isInflected) &&
      "begins with no imperative verb",
    subject.endsWith(".") && "ends with a full stop",
    TWO_IDEAS.test(subject) && "holds two ideas",
  ].filter((fault) => fault !== false);
}

const git = (...args: string[]): string[] =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
    .split("\n")
    .filter((line) => line !== "");

/** Subjects from this rule's own commit on, or undefined outside of git. A shallow clone has its last ones only. */
export function subjectsUnderRule(): string[] | undefined {
  try {
    const first = git(
      "log",
      "--diff-filter=A",
      "--format=%H",
      "--",
      "test/support/checks/commit-subjects.ts",
    ).at(-1);
    if (first === undefined) return git("log", "-1", "--format=%s");
    return git("log", "--no-merges", "--format=%s", "HEAD", "--not", `${first}^@`);
  } catch {
    return undefined;
  }
}
