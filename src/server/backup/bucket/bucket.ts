import { openAsBlob } from "node:fs";
import { Readable } from "node:stream";
import { S3mini, S3NetworkError, S3ServiceError } from "s3mini";
import { SetupProblem } from "../../setup-problem.ts";

/** Object storage that speaks S3, and who we are to it. */
export interface BucketSettings {
  readonly endpoint: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

/** A bucket and a folder in it, as `s3://bucket/folder` names them; the folder may be empty. */
export interface BucketPlace {
  readonly bucket: string;
  readonly folder: string;
}

/** One object below the folder. */
export interface Stored {
  readonly key: string;
  readonly bytes: number;
  readonly changedAt: Date;
}

/** Objects below one folder of a bucket. Each call throws a SetupProblem where the storage refuses or does not answer. */
export interface Bucket {
  /** Writes an object from a file. */
  put(key: string, file: string): Promise<void>;
  putText(key: string, text: string): Promise<void>;
  /** Undefined where there is no such object. */
  text(key: string): Promise<string | undefined>;
  /** Bytes of an object, to be read to their end; undefined where there is none. */
  open(key: string): Promise<Readable | undefined>;
  /** Objects whose keys begin so. */
  list(prefix: string): Promise<Stored[]>;
  remove(keys: readonly string[]): Promise<void>;
}

const PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.-]+(?:\/[\w.-]+)*))?\/?$/;

/** Whether backups of this place lie in object storage. */
export const isBucket = (place: string): boolean => place.startsWith("s3:");

/** @throws SetupProblem for what names no bucket */
export function bucketIn(place: string): BucketPlace {
  const [, bucket, folder = ""] = PLACE.exec(place) ?? [];
  if (bucket === undefined)
    throw new SetupProblem(`${place} names no bucket: write it as s3://bucket/folder.`);
  return { bucket, folder };
}

const NOT_THERE = 404;
const REFUSED = [401, 403];

/**
 * Opens a folder of a bucket; nothing is asked yet. A request has no limit of its own, since a large piece takes its time on
 * a slow line: `fetch` gives up where nothing comes for five minutes.
 */
export function openBucket({ bucket, folder }: BucketPlace, settings: BucketSettings): Bucket {
  const { endpoint, region, keyId, secret } = settings;
  const storage = new S3mini({
    endpoint: `${endpoint.replace(/\/$/, "")}/${bucket}`,
    region,
    accessKeyId: keyId,
    secretAccessKey: secret,
  });
  const within = folder === "" ? "" : `${folder}/`;
  const ask = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw problemOf(error, { endpoint, bucket });
    }
  };
  return {
    put: (key, file) =>
      ask(async () => {
        const body = await openAsBlob(file, { type: "application/octet-stream" });
        await storage.putAnyObject(`${within}${key}`, body, body.type);
      }),
    putText: (key, text) =>
      ask(async () => void (await storage.putObject(`${within}${key}`, text, "application/json"))),
    text: (key) => ask(async () => (await storage.getObject(`${within}${key}`)) ?? undefined),
    open: (key) =>
      ask(async () => {
        const answer = await storage.getObjectResponse(`${within}${key}`);
        // Safe: the web's stream and Node's type of it are the same here.
        return answer?.body ? Readable.fromWeb(answer.body as never) : undefined;
      }),
    list: (prefix) =>
      ask(async () => {
        const found = (await storage.listObjects("/", `${within}${prefix}`)) ?? [];
        // A bucket that is not there holds nothing, says the library.
        if (found.length === 0 && !(await storage.bucketExists())) throw noBucket(endpoint, bucket);
        return found.map(({ Key, Size, LastModified }) => ({
          key: Key.slice(within.length),
          bytes: Size,
          changedAt: LastModified,
        }));
      }),
    remove: (keys) =>
      ask(async () => {
        if (keys.length > 0) await storage.deleteObjects(keys.map((key) => `${within}${key}`));
      }),
  };
}

const noBucket = (endpoint: string, bucket: string): SetupProblem =>
  new SetupProblem(`The object storage ${endpoint} has no bucket ${bucket}: make it first.`);

/** A refusal of the storage as a sentence with its cure; other errors fly on. */
function problemOf(error: unknown, { endpoint, bucket }: { endpoint: string; bucket: string }): unknown {
  const cause = error instanceof Error && error.cause instanceof S3ServiceError ? error.cause : error;
  if (
    cause instanceof S3NetworkError ||
    (error instanceof Error && /fetch failed|network|timed? ?out|terminated/i.test(error.message))
  )
    return new SetupProblem(
      `The object storage ${endpoint} does not answer: check WAYBILL_BACKUP_S3_ENDPOINT.`,
    );
  if (!(cause instanceof S3ServiceError)) return error;
  if (REFUSED.includes(cause.status))
    return new SetupProblem(
      `The object storage ${endpoint} refuses us for the bucket ${bucket} (${cause.serviceCode ?? cause.status}): check WAYBILL_BACKUP_S3_KEY and WAYBILL_BACKUP_S3_SECRET, and what that key may do.`,
    );
  if (cause.status === NOT_THERE) return noBucket(endpoint, bucket);
  return new SetupProblem(
    `The object storage ${endpoint} answered ${cause.status} ${cause.serviceCode ?? ""}: try again later.`,
  );
}
