import type { Blobs } from './blobs.ts'
import { openFolderBlobs } from './folder-blobs.ts'
import { openS3Blobs, type S3Place } from './s3-blobs.ts'

export type BlobsPlace =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Place)

export function openBlobs(place: BlobsPlace): Blobs {
  return place.kind === 'folder' ? openFolderBlobs(place.folder) : openS3Blobs(place)
}
