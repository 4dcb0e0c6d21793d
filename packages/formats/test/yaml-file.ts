import fc from 'fast-check'

type Tree =
  | {
      readonly kind: 'map'
      readonly members: readonly (readonly [string, Tree])[]
      readonly comment: string
      readonly anchor: string
    }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'flow'; readonly raw: string }
  | { readonly kind: 'scalar'; readonly raw: string; readonly behind: string }
  | { readonly kind: 'block'; readonly header: string; readonly lines: readonly string[] }

const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'c', 'title', 'one', 'few', 'other', 'two') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '"no"',
      "'it''s'",
      'a.b',
      '10',
      '__proto__',
      'constructor',
      'long key',
      'ä',
      '"a\\tb"',
      "'x y'",
    ),
  },
)

const scalar = fc
  .tuple(
    fc.constantFrom(
      'plain',
      'two words',
      "'single ''quoted'''",
      '"double \\"quoted\\"\\n"',
      '"\\u00e9\\x41"',
      '""',
      "''",
      '',
      'null',
      '~',
      'true',
      'yes',
      '12',
      '1.5',
      ':symbol',
      "! 'tagged'",
      '!!str 12',
      '!foo bar',
      '&anchor anchored',
      'ends: not',
      'it#s',
      '- dash',
      '"%{count} files"',
      '"over\n      two lines"',
      'plain\n      over two lines',
    ),
    fc.constantFrom('', '', '', ' # behind', '  '),
  )
  // Two that are not valid YAML are left out.
  .filter(([raw]) => raw !== 'ends: not' && raw !== '- dash')
  .map(([raw, behind]): Tree => ({ kind: 'scalar', raw, behind }))

const block = fc
  .tuple(
    fc.constantFrom('|', '|-', '|+', '>', '>-', '>+', '|2', '>2-'),
    fc.array(fc.constantFrom('line', 'two words', '', '  more', '   '), { minLength: 1, maxLength: 4 }),
  )
  .map(([header, lines]): Tree => ({ kind: 'block', header, lines: ['first', ...lines] }))

const flow = fc
  .constantFrom(
    '[]',
    '{}',
    '[a, b]',
    '[ a, "b, c" , null ]',
    '{x: 1, y: text}',
    '{ one: a, other: b }',
    '{x: {y: [a, ~]}}',
    '["a",\n        b,\n      ]',
    '{x: a, # why\n      y: b}',
  )
  .map((raw): Tree => ({ kind: 'flow', raw }))

/**
 * YAML files as people and tools write them; there are few different keys, so that they often collide. `root`
 * is the language key, or null.
 */
export function yamlFile(root: string | null): fc.Arbitrary<Uint8Array> {
  return fc
    .record({
      tree: fc.letrec<{ value: Tree; map: Tree }>((tie) => ({
        map: fc
          .tuple(
            fc.array(fc.tuple(key, tie('value')), { minLength: 1, maxLength: 5, size: 'max' }),
            fc.constantFrom('', '', '# one', '\n', '\n# two\n# three', '# group\n\n'),
            fc.constantFrom('', '', '', ' &map', ' &map # why'),
          )
          .map(([members, comment, anchor]): Tree => ({ kind: 'map', members, comment, anchor })),
        value: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          { weight: 6, arbitrary: scalar },
          { weight: 2, arbitrary: block },
          { weight: 1, arbitrary: flow },
          { weight: 3, arbitrary: tie('map') },
          {
            weight: 1,
            arbitrary: fc
              .array(tie('value'), { minLength: 1, maxLength: 3, size: 'max' })
              .map((items): Tree => ({ kind: 'list', items })),
          },
        ),
      })).map,
      eol: fc.constantFrom('\n', '\n', '\r\n'),
      step: fc.constantFrom('  ', '    '),
      isFlush: fc.boolean(),
      start: fc.constantFrom('', '---\n', '# file\n', '# file\n---\n\n', '\n'),
      end: fc.constantFrom('\n', '\n', '', '\n# end\n', '\n\n', '\n...\n'),
      alias: fc.constantFrom('', '<<: *map', 'alias: *map', 'copy: *anchor'),
      charset: fc.constantFrom('utf-8', 'utf-8', 'utf-8-bom', 'utf-16le'),
    })
    .map(({ tree, eol, step, isFlush, start, end, alias, charset }) => {
      const style = { step, isFlush }
      const lines = root === null ? printMap(tree, '', style) : [`${root}:`, ...printMap(tree, step, style)]
      // An alias is below its anchor.
      const anchor = `&${alias.split('*')[1]}`
      if (lines.some((line) => line.includes(anchor))) lines.push((root === null ? '' : step) + alias)
      return encode((start + lines.join('\n') + end).replaceAll('\n', eol), charset)
    })
}

type Style = { readonly step: string; readonly isFlush: boolean }

function printMap(tree: Tree, indent: string, style: Style): string[] {
  if (tree.kind !== 'map') return []
  const out: string[] = []
  for (const [i, [name, value]] of tree.members.entries()) {
    if (i % 2 === 1 && tree.comment !== '')
      out.push(...tree.comment.split('\n').map((line) => (line === '' ? '' : indent + line)))
    out.push(...printItem(`${indent}${name}:`, value, { indent, isInMap: true, style }))
  }
  return out
}

function printItem(
  head: string,
  value: Tree,
  at: { readonly indent: string; readonly isInMap: boolean; readonly style: Style },
): string[] {
  const { indent, isInMap, style } = at
  switch (value.kind) {
    case 'map':
      return [head + value.anchor, ...printMap(value, indent + style.step, style)]
    case 'list': {
      const inner = indent + (style.isFlush && isInMap ? '' : style.step)
      return [head, ...value.items.flatMap((item) => printListItem(inner, item, style))]
    }
    case 'block':
      return [
        `${head} ${value.header}`,
        ...value.lines.map((line) => (line === '' ? '' : `${indent}  ${line}`)),
      ]
    case 'flow':
      return [`${head} ${value.raw.replaceAll('\n', `\n${indent}`)}`]
    case 'scalar':
      return [
        (value.raw === '' ? head : `${head} ${value.raw.replaceAll('\n', `\n${indent}`)}`) + value.behind,
      ]
  }
}

function printListItem(indent: string, item: Tree, style: Style): string[] {
  if (item.kind !== 'map') return printItem(`${indent}-`, item, { indent, isInMap: false, style })
  // A map can start on the line of the dash.
  const [first = '', ...rest] = printMap(item, `${indent}  `, style)
  return [`${indent}- ${first.trimStart()}`, ...rest]
}

function encode(text: string, charset: string): Uint8Array {
  if (charset === 'utf-8') return new Uint8Array(Buffer.from(text))
  return new Uint8Array(
    charset === 'utf-8-bom' ? Buffer.from(`\ufeff${text}`) : Buffer.from(`\ufeff${text}`, 'utf16le'),
  )
}
