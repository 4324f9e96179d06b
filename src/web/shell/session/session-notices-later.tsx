import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { OptionalPart } from "../optional-part.tsx";

const Nothing = (): ReactNode => null;

/** Shows nothing where its code does not come; the page goes on. */
const Notices = lazy<ComponentType<{ place: string }>>(() =>
  import("./session-notices.tsx").then(
    (module) => ({ default: module.SessionNotices }),
    () => ({ default: Nothing }),
  ),
);

/** Notices of the sign-in over a page, fetched once the page itself is there. */
export function SessionNotices({ place }: { place: string }) {
  return (
    <OptionalPart place={place}>
      <Suspense fallback={null}>
        <Notices place={place} />
      </Suspense>
    </OptionalPart>
  );
}
