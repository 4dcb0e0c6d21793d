/**
 * Where published files are stored for programs that deliver them: a folder, or a bucket. Its content is
 * derived and can be written again. Names look like paths: `d/shop/live/manifest.json`.
 */
export type Blobs = {
  /** Null if the name does not exist. Throws if that cannot be determined. */
  readonly read: (name: string) => Promise<Uint8Array | null>
  /** Replaces a whole file: a reader gets either the previous one or this one. */
  readonly write: (name: string, bytes: Uint8Array, as: BlobHeaders) => Promise<void>
  readonly remove: (name: string) => Promise<void>
  /** A value that differs for other bytes, without reading them; null if the name does not exist. */
  readonly mark: (name: string) => Promise<string | null>
}

/** Headers with which the bucket itself serves the file. */
export type BlobHeaders = { readonly contentType: string; readonly cacheControl: string }
