// Everything that is shown only when signing in fails, in one chunk.
export { FailureBanner, FailureFace } from "./failure-face.tsx";
export { WrongRole } from "./wrong-role.tsx";
