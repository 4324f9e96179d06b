/** Copied into the package as they are. `deploy` also holds an operator's secrets: its files are named one by one. */
export const COPIED: readonly string[] = [
  "bin",
  "db",
  "deploy/Containerfile",
  "deploy/compose.yaml",
  "deploy/waybill.service",
  "deploy/keycloak/waybill-realm-bearer.json",
  "deploy/keycloak/waybill-realm.json",
  "docs",
  "CHANGELOG.md",
  "LICENSE",
  "NOTICE",
  "README.md",
  "SECURITY.md",
];

/** Parts of these folders for those who work on Waybill. */
export const LEFT_OUT: readonly string[] = ["docs/decisions", "dist/.vite"];
