// Collects the sentences that people read: on screen, in emails, from the command line, in docs, comments and titles of
// tests. scripts/check-words.mjs checks them.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from '@babel/parser'

/** @typedef {{ kind: 'screen' | 'email' | 'output' | 'doc' | 'comment' | 'title', file: string, line: number, text: string }} Prose */

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'fixtures', 'screenshots', 'corpus'])
const CODE = /\.(?:ts|tsx|mjs|cjs|js)$/
const TEST = /\.(?:test\.tsx?|e2e\.ts)$/
/** A title of a test or of a group of tests. */
const TITLE =
  /^[ \t]*(?:test|it|describe)(?:\.\w+(?:\((?:[^()]|\([^()]*\))*\))?)*(?:<[^>]*>)?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/gm

/**
 * Returns all prose of the folder of the project, in the order of the files.
 * @param {string} root
 * @returns {Prose[]}
 */
export function readProse(root) {
  return filesOf(root, '').flatMap((file) => {
    const read = readerOf(file)
    return read === null ? [] : read(file, readFileSync(path.join(root, file), 'utf8'))
  })
}

function filesOf(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (!entry.isDirectory()) return [file]
    return SKIPPED_FOLDERS.has(entry.name) || (entry.name.startsWith('.') && entry.name !== '.ci')
      ? []
      : filesOf(root, file)
  })
}

function readerOf(file) {
  if (/^packages\/client\/public\/locales\/en\/.*\.json$/.test(file)) return readTexts('screen')
  if (file === 'packages/server/src/mail/texts/en.json') return readTexts('email')
  // Its tables quote the words that are not used.
  if (file === 'docs/words.md') return (name, text) => readMarkdown(name, text.replace(/^\|.*$/gm, ''))
  if (file.endsWith('.md')) return readMarkdown
  if (CODE.test(file)) return readCode
  if (file.endsWith('.css')) return (name, text) => cssComments(name, text)
  return null
}

function readTexts(kind) {
  return (file, json) => {
    const lines = json.split('\n')
    return lines.flatMap((line, index) => {
      const text = /^\s*"[^"]*":\s*"((?:\\.|[^"\\])*)"/.exec(line)?.[1]
      return text === undefined ? [] : [{ kind, file, line: index + 1, text: JSON.parse(`"${text}"`) }]
    })
  }
}

/** Returns paragraphs without code, addresses and quotations of other names. */
function readMarkdown(file, markdown) {
  const found = []
  let paragraph = []
  let isCode = false
  const flush = (line) => {
    if (paragraph.length > 0)
      found.push({
        kind: 'doc',
        file,
        line: line - paragraph.length + 1,
        text: withoutCode(paragraph.join('\n')),
      })
    paragraph = []
  }
  const lines = markdown.split('\n')
  for (const [index, line] of lines.entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) {
      flush(index)
      isCode = !isCode
    } else if (isCode || line.trim() === '') flush(index)
    else if (line.startsWith('|')) {
      flush(index)
      paragraph.push(line)
      flush(index + 1)
    } else paragraph.push(line)
  }
  flush(lines.length)
  return found.filter(({ text }) => text.trim() !== '')
}

function readCode(file, code) {
  const { comments, program } = parse(code, {
    sourceType: 'unambiguous',
    plugins: ['typescript', ...(file.endsWith('x') ? ['jsx'] : [])],
    errorRecovery: true,
  })
  const titles = TEST.test(file)
    ? [...code.matchAll(TITLE)].map((match) => ({
        kind: 'title',
        file,
        line: code.slice(0, match.index).split('\n').length,
        text: withoutCode(match[2]),
      }))
    : []
  const output = /^packages\/cli\/src\//.test(file) && !TEST.test(file) ? sentencesIn(program, file) : []
  return [...commentsOf(comments, file), ...titles, ...output]
}

/** Line comments on consecutive lines are one. */
function commentsOf(comments, file) {
  const groups = []
  for (const comment of comments) {
    const last = groups.at(-1)?.at(-1)
    const continues =
      comment.type === 'CommentLine' &&
      last?.type === 'CommentLine' &&
      comment.loc.start.line === last.loc.end.line + 1
    if (continues) groups.at(-1).push(comment)
    else groups.push([comment])
  }
  return groups.map((group) => ({
    kind: 'comment',
    file,
    line: group[0].loc.start.line,
    text: withoutCode(group.map(({ value }) => value.replace(/^[ \t]*\*+/gm, '')).join('\n')),
  }))
}

function cssComments(file, css) {
  return [...css.matchAll(/\/\*([\s\S]*?)\*\//g)].map((match) => ({
    kind: 'comment',
    file,
    line: css.slice(0, match.index).split('\n').length,
    text: withoutCode(match[1]),
  }))
}

/** Returns string literals with at least two words, which a command prints. */
function sentencesIn(node, file) {
  const found = []
  const visit = (value) => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    else if (value !== null && typeof value === 'object') {
      const text =
        value.type === 'StringLiteral'
          ? value.value
          : value.type === 'TemplateElement'
            ? value.value.cooked
            : null
      if (typeof text === 'string' && /\p{L}{2,} \p{L}{2,}/u.test(text))
        found.push({ kind: 'output', file, line: value.loc.start.line, text: withoutCode(text) })
      for (const [name, inner] of Object.entries(value))
        if (name !== 'loc' && name !== 'extra' && !name.endsWith('omments')) visit(inner)
    }
  }
  visit(node.body)
  return found
}

/**
 * Replaces everything that is not prose by spaces: code, addresses, links' targets, quoted words. Line ends
 * are kept.
 */
function withoutCode(text) {
  return text.replace(
    /`[^`]*`|https?:\/\/\S+|\]\([^)]*\)|“[^”]*”|(?<![\w”])"[^"\n]*"|\*[^*\n]+\*(?!\*)|<!--[\s\S]*?-->/g,
    (part) => part.replace(/[^\n]/g, ' '),
  )
}
