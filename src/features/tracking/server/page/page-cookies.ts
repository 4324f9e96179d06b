import { SECOND_MS } from "#kernel/instant.ts";
import { PICTURES_OPEN_MS } from "../../domain/answer.ts";

/** Cookie that holds the secret by which a reader sees the pictures. Only the page of their link is sent it. */
export const PICTURES_COOKIE = "pictures";

export const picturesCookie = (secret: string, path: string, isSecure: boolean): string =>
  [
    `${PICTURES_COOKIE}=${secret}`,
    `Path=${path}`,
    `Max-Age=${PICTURES_OPEN_MS / SECOND_MS}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(isSecure ? ["Secure"] : []),
  ].join("; ");

export const cookieNamed = (name: string, cookies = ""): string | undefined =>
  cookies
    .split(";")
    .map((one) => one.trim().split("="))
    .find(([found]) => found === name)?.[1];
