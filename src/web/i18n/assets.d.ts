declare module "*.svg?no-inline" {
  const url: string;
  export default url;
}
declare module "*.css";
interface ImportMeta {
  readonly env: { readonly DEV: boolean };
}
