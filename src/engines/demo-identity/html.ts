/** Text that is markup already. Everything else is escaped by `html`. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Markup | string | readonly Markup[];

export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((text, next, at) => text + written(parts[at - 1]) + next));
}

function written(part: Part | undefined): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === "string" || part === undefined) return escapeText(part ?? "");
  return part.map((one) => one.text).join("");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeText = (text: string) => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);
