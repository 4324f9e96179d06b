declare module "virtual:words" {
  /** Fetches the compiled messages of a room in a language; undefined where the room has none. */
  const load: (
    room: string,
    language: string,
  ) => Promise<{ default: Readonly<Record<string, unknown>> }> | undefined;
  export default load;
}
