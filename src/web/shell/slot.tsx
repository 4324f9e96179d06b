import { type ComponentType, lazy, Suspense } from "react";

const Nothing = () => null;

/** A place on a page that later rooms fill; the page goes on without their code. */
export function slot<P extends object>() {
  const parts: ComponentType<P>[] = [];
  const add = (load: () => Promise<ComponentType<P>>): void => {
    const part = () =>
      load().then(
        (component) => ({ default: component }),
        () => ({ default: Nothing }),
      );
    parts.push(lazy<ComponentType<P>>(part));
  };
  const Parts = (props: P) =>
    parts.map((Part, nth) => (
      <Suspense key={nth} fallback={null}>
        <Part {...props} />
      </Suspense>
    ));
  return { add, Parts };
}

/** Stands on every page of the office and shows nothing by itself. */
export const officeWatch = slot<object>();

/** Stands below the header on a courier's pages that belong to rooms before the courier's own. */
export const courierTop = slot<object>();
