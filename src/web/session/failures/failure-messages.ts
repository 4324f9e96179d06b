// Everything that is shown only when signing in fails, in one chunk.
export { FailureBanner, FailureMessage } from "./failure-message.tsx";
export { WrongRole } from "./wrong-role.tsx";
