import {
  Component,
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useSyncExternalStore,
} from "react";
import type { Router, Shown } from "./router.ts";

const RouterContext = createContext<Router | undefined>(undefined);
export const RouterProvider = RouterContext.Provider;

export function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error("no router around");
  return router;
}

export function useShown(): Shown | undefined {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, router.shown);
}

export function usePending(): boolean {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, router.isPending);
}

interface BoundaryProps {
  children: ReactNode;
  /** Another place starts afresh. */
  place: string;
  fallback: ComponentType<{ error: unknown; onRetry: () => void }>;
}

/** Catches what breaks below, and starts afresh at another place or on request. */
export class Boundary extends Component<BoundaryProps, { error: unknown; place: string }> {
  override state = { error: undefined, place: this.props.place };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error("nothing was thrown") };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: { place: string }) {
    return props.place === state.place ? null : { error: undefined, place: props.place };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const { fallback: Fallback } = this.props;
    return <Fallback error={error} onRetry={() => this.setState({ error: undefined })} />;
  }
}
