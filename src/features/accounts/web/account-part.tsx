import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from "react";
import { OptionalPart } from "#web/shell/optional-part.tsx";

const parts: LazyExoticComponent<ComponentType>[] = [];

/** Adds what a later room shows on the account's page; without its code the page goes on. */
export function addAccountPart(load: () => Promise<ComponentType>): void {
  parts.push(lazy(async () => ({ default: await load() })));
}

export const AccountParts = () =>
  parts.map((Part, nth) => (
    // oxlint-disable-next-line react/no-array-index-key -- the list never changes
    <OptionalPart key={nth} place="account">
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </OptionalPart>
  ));
