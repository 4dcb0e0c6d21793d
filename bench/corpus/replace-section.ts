import { readFileSync, writeFileSync } from 'node:fs'

/** Replaces what is between `<!-- name -->` and `<!-- end -->` in a Markdown file. */
export function replaceSection(file: string, name: string, content: string): void {
  const text = readFileSync(file, 'utf8')
  const begin = `<!-- ${name} -->\n`
  const start = text.indexOf(begin)
  const end = text.indexOf('<!-- end -->', start)
  if (start < 0 || end < 0) throw new Error(`${file} has no section ${name}`)
  writeFileSync(file, `${text.slice(0, start)}${begin}${content}\n${text.slice(end)}`)
}
