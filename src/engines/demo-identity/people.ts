import type { Role } from "#kernel/actor.ts";

/** The embedded provider's name in our tables: its address changes with its port. */
export const EMBEDDED_ISSUER = "embedded";

/** Somebody who can sign in at the embedded provider without a password. */
export interface DemoPerson {
  /** Sent as `login_hint`; one click signs in. */
  readonly hint: string;
  /** `sub` of the tokens. */
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  readonly locale: "en" | "de" | "fr" | "es" | "ar";
  readonly roles: readonly Role[];
}

const person = (hint: string, name: string, locale: DemoPerson["locale"], ...roles: Role[]): DemoPerson => ({
  hint,
  subject: `demo-${hint}`,
  name,
  email: `${hint}@demo.example`,
  locale,
  roles,
});

/**
 * People behind no door, signed in by `login_hint` alone. Noah has no role here: he shows what people without one see.
 * Hana is the second person without whom nothing goes back above the limit of one. Inès sees and moves the money alone.
 * Oskar looks after the installation.
 */
const BEHIND_NO_DOOR: readonly DemoPerson[] = [
  person("noah", "Noah Keller", "en"),
  person("hana", "Hana Weiss", "en", "org-admin"),
  person("ines", "Inès Moreau", "fr", "finance"),
  person("oskar", "Oskar Lind", "en", "waybill-operator"),
];

/** The people of the demo town. The first with a role stands behind that door of the start page. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  person("ada", "Ada Lindqvist", "en", "sender"),
  person("bo", "Bo Hansen", "en", "dispatcher"),
  person("carla", "Carla Ruiz", "es", "courier"),
  person("dmitri", "Dmitri Novak", "de", "courier"),
  person("elif", "Élif Bernard", "fr", "courier"),
  person("faris", "Faris Haddad", "ar", "courier"),
  person("greta", "Greta Sommer", "de", "org-admin", "dispatcher"),
];

const everybody = () => [...DEMO_PEOPLE, ...BEHIND_NO_DOOR];

export const demoPersonByHint = (hint: string): DemoPerson | undefined =>
  everybody().find((candidate) => candidate.hint === hint);

export const demoPersonBySubject = (subject: string): DemoPerson | undefined =>
  everybody().find((candidate) => candidate.subject === subject);
