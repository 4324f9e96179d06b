import bowser from "bowser";

/** Names of a browser, its system and its form, as people know them. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
  readonly form: "phone" | "tablet" | "desktop" | null;
}

const FORMS: Readonly<Record<string, Device["form"]>> = {
  mobile: "phone",
  tablet: "tablet",
  desktop: "desktop",
};
/** Longer headers are cut: the names stand at the front, and the parser's patterns see no more than this. */
const LONGEST = 400;
const LONGEST_NAME = 60;

/** Reads a `User-Agent` header. It proves nothing: it only helps people to know their devices apart. */
export function deviceOf(userAgent: string | undefined): Device {
  if (!userAgent) return { browser: null, system: null, form: null };
  const parser = bowser.getParser(userAgent.slice(0, LONGEST));
  return {
    browser: nameOf(parser.getBrowserName()),
    system: nameOf(parser.getOSName()),
    form: FORMS[parser.getPlatformType()] ?? null,
  };
}

const nameOf = (name: string | undefined): string | null =>
  name ? name.replace(/ for Android$/, "").slice(0, LONGEST_NAME) : null;
