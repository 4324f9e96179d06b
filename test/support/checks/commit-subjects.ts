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
/** Verbs that begin a second idea after "and"; words that are nouns as often count before an object only. */
const SECOND_VERBS =
  "accept|add|allow|apply|ask|await|become|begin|bring|build|carry|check|choose|close|compare|compute|count|create|" +
  "delete|deny|describe|draw|drop|enforce|ensure|expect|explain|extract|fetch|find|fix|follow|forget|gather|get|give|" +
  "handle|hide|ignore|include|keep|learn|leave|let|make|measure|mend|merge|move|name|open|prevent|put|read|refuse|" +
  "reject|remove|rename|render|replace|require|resolve|return|run|say|send|show|skip|start|stop|store|take|tell|" +
  "throw|treat|update|use|verify|wait|warn|write";
const SECOND_NOUNS =
  "answer|call|cancel|cut|end|hold|link|list|load|lock|mark|order|pass|pay|record|refund|reset|set|sort|split|test|turn|walk";
const OBJECT = "it|them|a|an|the|its|their|each|every|all|no|one|only|any|both|what";
/** "Read and keep a list" is one idea: two verbs of one object. */
const TWO_IDEAS = new RegExp(
  `;|, and |^\\S+ \\S.* and (?:(?:${SECOND_VERBS}) \\w|(?:${SECOND_NOUNS}) (?:${OBJECT})\\b)`,
);

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

/** The commit that brought this rule, by hash: the file has moved since. */
const FIRST = "829ba7e34e4e91724139cf60c2bcfd7d3fb2f652";

/** Commits with a fault that a later form of this rule found. The list does not grow. */
const EXCUSED = new Set([
  "b75f90487e8b2184c32cfb56363dbc6c8035aee1",
  "89cebaa44b9364a47da36a157c21620a4e526a59",
  "fb7bbf0cc98da168eb6881a69938c396efb50543",
]);

/** Commits that this rule judges: its own and later ones, all of a shallow clone without it, else the last one. */
function rangeUnderRule(): string[] {
  if (git("log", "--format=%H").includes(FIRST)) return ["HEAD", "--not", `${FIRST}^@`];
  return git("rev-parse", "--is-shallow-repository")[0] === "true" ? ["HEAD"] : ["-1"];
}

/** Subjects under this rule, or undefined outside of git. */
export function subjectsUnderRule(): string[] | undefined {
  try {
    return git("log", "--no-merges", "--format=%H %s", ...rangeUnderRule())
      .filter((line) => !EXCUSED.has(line.slice(0, FIRST.length)))
      .map((line) => line.slice(FIRST.length + 1));
  } catch {
    return undefined;
  }
}
