import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { watchFolder } from './watch-folder.ts'

/** Only some of the deletions are handled while the watcher closes. */
const ROUNDS = 400

const openWatchers = () => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length

test('no watcher stays open if the folder is deleted while it is closed', async () => {
  const before = openWatchers()
  for (let round = 0; round < ROUNDS; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'dragoman-watch-'))
    for (const language of ['en', 'de']) {
      mkdirSync(join(folder, language))
      writeFileSync(join(folder, language, 'app.ini'), 'a = "b"\n')
    }
    const watch = watchFolder(folder, '{lng}/app.ini', { onPath() {}, onLink() {} })
    await watch.ready
    rmSync(folder, { recursive: true })
    // The events of the deletion are being handled then.
    await new Promise((resolve) => setTimeout(resolve, round % 2))
    await watch.close()
  }
  await expect.poll(openWatchers).toBe(before)
})
