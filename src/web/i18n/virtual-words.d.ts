declare module "virtual:words" {
  const loaders: Record<
    string,
    Record<string, () => Promise<{ default: Readonly<Record<string, unknown>> }>>
  >;
  export default loaders;
}
