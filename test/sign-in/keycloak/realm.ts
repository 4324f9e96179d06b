import { readFileSync } from "node:fs";
import { PEOPLE, type Who } from "../people.ts";
import type { Json } from "./admin.ts";

/** The address that stands for the operator's own in the files, and is replaced as docs/identity-providers.md tells. */
const EXAMPLE = "https://waybill.example";
const FILES = {
  dpop: "deploy/keycloak/waybill-realm.json",
  bearer: "deploy/keycloak/waybill-realm-bearer.json",
} as const;
export type Variant = keyof typeof FILES;

export const PASSWORD = "four plain words here";

/** One grey pixel; the app's content policy shows pictures that lie in the address itself. */
const PICTURE = "data:image/gif;base64,R0lGODlhAQABAIAAAJmZmQAAACwAAAAAAQABAAACAkQBADs=";

/** Roles that Keycloak gives each of them; the product's names come from the role map. */
const ROLES: Readonly<Record<Who, { readonly realm?: string[]; readonly client?: string[] }>> = {
  ada: { client: ["sender"] },
  bo: { client: ["dispatcher"] },
  carla: { client: ["courier"] },
  greta: { client: ["org-admin", "dispatcher"] },
  otto: { realm: ["office"] },
  noah: {},
};

/** The operators' file as it is. */
export const realmFile = (variant: Variant): Json => JSON.parse(readFileSync(FILES[variant], "utf8"));

/** The operators' file for one Waybill, under a name of its own, with people. */
export function realmFor(variant: Variant, name: string, productUrl: string): Json {
  const text = readFileSync(FILES[variant], "utf8").replaceAll(EXAMPLE, productUrl);
  return {
    ...JSON.parse(text),
    realm: name,
    users: (Object.keys(ROLES) as Who[]).map((who) => userOf(who, name)),
  };
}

function userOf(who: Who, realm: string): Json {
  const { name, email } = PEOPLE[who];
  const [firstName = "", lastName = ""] = name.split(" ");
  return {
    username: who,
    email,
    emailVerified: true,
    enabled: true,
    firstName,
    lastName,
    credentials: [{ type: "password", value: PASSWORD, temporary: false }],
    attributes: { picture: [PICTURE] },
    realmRoles: [`default-roles-${realm}`, ...(ROLES[who].realm ?? [])],
    clientRoles: { "waybill-api": ROLES[who].client ?? [] },
  };
}
