import type { Blobs } from './blobs.ts'
import { openFolderBlobs } from './folder-blobs.ts'
import { openS3Blobs, type S3Location } from './s3-blobs.ts'

export type BlobsLocation =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Location)

export function openBlobs(place: BlobsLocation): Blobs {
  return place.kind === 'folder' ? openFolderBlobs(place.folder) : openS3Blobs(place)
}
