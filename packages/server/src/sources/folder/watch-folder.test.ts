import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchFolder } from './watch-folder.ts'

test('no one waits for the scan of a watcher that was closed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const watch = watchFolder(folder, '{lng}/app.ini', { onPath() {}, onLink() {} })
  await watch.close()
  await expect(watch.ready).resolves.toBeUndefined()
})
