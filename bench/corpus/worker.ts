// A separate process that checks the files it receives, one after another.
import { checkFile } from '../../packages/formats/test/corpus/check-file.ts'
import { CORPUS_FOLDERS } from '../../packages/formats/test/corpus/projects.ts'
import type { CheckedFile, Task } from './check-corpus.ts'

process.on('message', (message) => {
  // The other end is check-corpus.ts, which only sends tasks.
  process.send?.(check(message as Task))
})

function check({ folder, path, sampled, bytes }: Task): CheckedFile {
  const found = CORPUS_FOLDERS.find((candidate) => candidate.folder === folder)
  const nothing = { entries: 0, tried: 0, refused: [] }
  if (found === undefined) return { kind: 'checked', folder, path, ...nothing, broken: ['no such folder'] }
  try {
    const outcome = checkFile(found, path, { entries: sampled, bytes })
    if (outcome.kind === 'invalid') return { folder, path, ...outcome }
    return { ...outcome, folder, path, refused: [...outcome.refused] }
  } catch (error) {
    const how = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { kind: 'checked', folder, path, ...nothing, broken: [`throws: ${how}`] }
  }
}
