import type { Detection } from '../detect/detection.ts'
import type { ProjectFile, ProjectFileProblem } from './read-project-file.ts'

/**
 * Returns the first pattern of a project file that no file matches, as a problem of that file; null if all have files.
 * `detections` are those of its folder, which start with the configured ones.
 */
export function unmatchedPattern(
  projectFile: ProjectFile | null,
  detections: readonly Pick<Detection, 'files'>[],
): ProjectFileProblem | null {
  for (const [index, { pattern, place }] of (projectFile?.files ?? []).entries())
    if (detections[index]?.files.length === 0)
      return { code: 'pattern-matches-nothing', field: `files[${index}].pattern`, value: pattern, ...place }
  return null
}
