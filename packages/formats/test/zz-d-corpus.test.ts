import { expect, test } from 'vitest'
import { checkFile } from './corpus/check-file.ts'
import { corpusFiles } from './corpus/files.ts'
import { CORPUS_FOLDERS } from './corpus/projects.ts'
for (const f of CORPUS_FOLDERS.filter((x) => x.folder === 'gettext-po' || x.folder === 'java-properties'))
  test.each(corpusFiles(f.folder))('%s', { timeout: 120000 }, (path) => {
    const o = checkFile(f, path, 60)
    expect(o.kind === 'checked' ? o.broken : []).toEqual([])
    if (o.kind === 'checked') for (const [k, v] of o.refused) console.log(`REFUSED ${k} ${v} of ${o.tried} ${path.slice(-40)}`)
  })
