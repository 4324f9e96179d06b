import type { ComponentType } from "react";
import { DataRoot } from "./data-root.tsx";

/** The same component with the cache around it. */
export function withData<P extends object>(Inside: ComponentType<P>): ComponentType<P> {
  return (props) => (
    <DataRoot>
      <Inside {...props} />
    </DataRoot>
  );
}
