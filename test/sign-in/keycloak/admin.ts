import type { KeycloakServer } from "./server.ts";

/** The master realm's tokens live 60 s. */
const TOKEN_MS = 45_000;

export type Json = Readonly<Record<string, unknown>>;

/** Acts of an administrator at Keycloak, through its own administration API. */
export interface KeycloakAdmin {
  /** As "Create realm" with a file in the console does. */
  importRealm(realm: Json): Promise<void>;
  changeRealm(realm: string, changes: Json): Promise<void>;
  changeClient(realm: string, clientId: string, change: (client: Json) => Json): Promise<void>;
  changeUser(realm: string, username: string, changes: Json): Promise<void>;
  /** Exactly these roles of that client. */
  setClientRoles(realm: string, username: string, clientId: string, roles: readonly string[]): Promise<void>;
  /** "Sign out all sessions" of a person. */
  endSessions(realm: string, username: string): Promise<void>;
  /** The person's sessions of this realm, by id. */
  sessions(realm: string, username: string): Promise<string[]>;
  /** A new signing key that is used from now on; the old one stays valid. */
  rotateKeys(realm: string): Promise<void>;
}

export function keycloakAdmin(server: Pick<KeycloakServer, "url" | "adminPassword">): KeycloakAdmin {
  let token: { readonly value: string; readonly until: number } | undefined;

  async function signedIn(): Promise<string> {
    if (token && token.until > Date.now()) return token.value;
    const answer = await fetch(`${server.url}/realms/master/protocol/openid-connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        client_id: "admin-cli",
        grant_type: "password",
        username: "admin",
        password: server.adminPassword,
      }),
    });
    const { access_token: value } = (await answer.json()) as { access_token: string };
    token = { value, until: Date.now() + TOKEN_MS };
    return value;
  }

  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${server.url}/admin/realms${path}`, {
      method,
      headers: { authorization: `Bearer ${await signedIn()}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  const userId = async (realm: string, username: string): Promise<string> => {
    const [user] = await ask<{ id: string }[]>(
      "GET",
      `/${realm}/users?exact=true&username=${encodeURIComponent(username)}`,
    );
    if (!user) throw new Error(`${realm} has no ${username}`);
    return user.id;
  };

  return {
    importRealm: (realm) => ask("POST", "", realm),
    changeRealm: (realm, changes) => ask("PUT", `/${realm}`, changes),
    async changeClient(realm, clientId, change) {
      const [client] = await ask<(Json & { id: string })[]>("GET", `/${realm}/clients?clientId=${clientId}`);
      if (!client) throw new Error(`${realm} has no client ${clientId}`);
      await ask("PUT", `/${realm}/clients/${client.id}`, change(client));
    },
    changeUser: async (realm, username, changes) =>
      ask("PUT", `/${realm}/users/${await userId(realm, username)}`, changes),
    async setClientRoles(realm, username, clientId, roles) {
      const [client] = await ask<{ id: string }[]>("GET", `/${realm}/clients?clientId=${clientId}`);
      const path = `/${realm}/users/${await userId(realm, username)}/role-mappings/clients/${client?.id}`;
      const all = await ask<{ name: string }[]>("GET", `/${realm}/clients/${client?.id}/roles`);
      const wanted = ({ name }: { name: string }) => roles.includes(name);
      await ask(
        "DELETE",
        path,
        all.filter((role) => !wanted(role)),
      );
      await ask("POST", path, all.filter(wanted));
    },
    endSessions: async (realm, username) =>
      ask("POST", `/${realm}/users/${await userId(realm, username)}/logout`),
    sessions: async (realm, username) => {
      const found = await ask<{ id: string }[]>(
        "GET",
        `/${realm}/users/${await userId(realm, username)}/sessions`,
      );
      return found.map(({ id }) => id);
    },
    async rotateKeys(realm) {
      const { id } = await ask<{ id: string }>("GET", `/${realm}`);
      await ask("POST", `/${realm}/components`, {
        name: "rotated",
        providerId: "rsa-generated",
        providerType: "org.keycloak.keys.KeyProvider",
        parentId: id,
        config: { priority: ["1000"], enabled: ["true"], active: ["true"], keySize: ["2048"] },
      });
    },
  };
}
