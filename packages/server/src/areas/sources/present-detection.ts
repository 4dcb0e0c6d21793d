import type { DetectionReply } from '@dragoman/contract'
import type { Detection } from '@dragoman/formats'
import { isConnected, type Reader, type SourceLocation } from '@dragoman/store'
import { placesOf } from '../../sources/folder/places-of.ts'

/** Files listed in a reply; the count says how many exist. */
const LISTED_FILES = 500

/** Presents what was found in a folder or repository, and which of it belongs to a project already. */
export async function presentDetections(
  r: Reader,
  place: SourceLocation,
  candidates: readonly Detection[],
): Promise<DetectionReply[]> {
  const places = placesOf(candidates)
  const found: DetectionReply[] = []
  for (const detection of candidates)
    found.push({
      ...presentDetection(detection),
      place: places.get(detection) ?? detection.pattern,
      isConnected: await isConnected(r, place, detection.pattern),
    })
  return found
}

function presentDetection(detection: Detection): Omit<DetectionReply, 'place' | 'isConnected'> {
  const { pattern, format, formats, formatReason, layout, sourceLanguage, files, skipped, doubts } = detection
  return {
    pattern,
    format,
    formats: [...formats],
    formatReason,
    sourceLanguage,
    reason: layout,
    files: files
      .slice(0, LISTED_FILES)
      .map(({ path, language, namespace }) => ({ path, language, namespace })),
    // A file with several languages is listed once for each of them.
    fileCount: new Set(files.map((file) => file.path)).size,
    skipped: skipped.slice(0, LISTED_FILES).map(({ path, reason }) => ({ path, reason })),
    skippedCount: skipped.length,
    doubts: doubts.map(({ kind, choices: [first, second] }) => ({ kind, choices: [first, second] })),
  }
}
