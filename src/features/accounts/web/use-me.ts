import { useQuery } from "@tanstack/react-query";
import { accountsApi } from "../contract/api.ts";
import { type Permission, scopeOf } from "#kernel/permission.ts";
import { call } from "#web/api/call.ts";

interface Mine {
  /** undefined until the server has said it. */
  readonly id: string | undefined;
  readonly may: (permission: Permission) => boolean;
}

/** The signed-in person and their rights on money; until that is known, none. */
export function useMe(): Mine {
  const { data } = useQuery({
    queryKey: ["me"],
    queryFn: ({ signal }) => call(accountsApi.me, {}, { signal }),
  });
  return {
    id: data?.id,
    may: (permission) => data !== undefined && scopeOf(data, permission) !== undefined,
  };
}
