import { describe, expect, test } from 'vitest'
import { syntaxById } from './all-syntaxes.ts'
import { leavesOf } from './leaves-of.ts'
import { syntaxOfFlags, syntaxOfNumbers } from './printf/format-flags.ts'

/** Returns everything that is not text, as `kind:what`. */
const read = (id: string, text: string) =>
  leavesOf(syntaxById(id).parse(text).parts)
    .filter((leaf) => leaf.kind !== 'text')
    .map(
      (leaf) =>
        `${leaf.kind[0]}:${leaf.kind === 'placeholder' ? leaf.name : leaf.kind === 'nesting' ? leaf.key : leaf.text}`,
    )

describe('pieces that are not text', () => {
  test.each([
    ['printf', '%d of %2$s', ['p:1', 'p:2']],
    ['printf', '%s, %s and %s', ['p:1', 'p:2', 'p:3']],
    ['printf', '%-5.2f|%05d|%ld|%lld|%zu|%.4gkHz|%*d', ['p:1', 'p:2', 'p:3', 'p:4', 'p:5', 'p:6', 'p:8']],
    ['printf', "%'05d and %'.10d and %Id", ['p:1', 'p:2', 'p:3']],
    ['printf', '%[2]s %[1]d %v %q', ['p:2', 'p:1', 'p:1', 'p:2']],
    ['printf', '%@ has %1$@ and %#@files@', ['p:1', 'p:1', 'p:#@files@']],
    ['printf', '%(count)d of %(name)s', ['p:(count)', 'p:(name)']],
    [
      'printf',
      '{name} {0} {price:.2f} {user.name!r} {}',
      ['p:{name}', 'p:{0}', 'p:{price}', 'p:{user.name}', 'p:{0}'],
    ],
    ['printf', '{} of {}, %s', ['p:{0}', 'p:{1}', 'p:1']],
    ['printf', '{0}%-a, {0} %-a, %-5d', ['p:{0}', 'p:{0}', 'p:1']],
    ['mixed', '%%percent% of %percent%%, %%d %%', ['p:%percent%', 'p:%percent%', 'e:%%', 'e:%%']],
    ['printf', '%r and %a, 100%rein', ['p:1', 'p:2']],
    ['printf', 'Sure, 100% of it', []],
    ['printf', '100%ige Sicherheit, 50%er, 5 % d, %-Symbol, %', []],
    ['printf', '100%% and %%s', ['e:%%', 'e:%%']],
    ['printf', '<a href="%s">%s</a>', ['t:<a href="%s">', 'p:2', 't:</a>']],
    ['printf', 'Usage: tool [options] <file>', []],
    [
      'printf',
      '{n, plural, one {# file} other {# files}}',
      ['f:{n, plural, one {', 'p:n', 'f:} other {', 'p:n', 'f:}}'],
    ],
    ['mixed', '{{ limit }} of %name%, <x id="1"/> %d%', ['p:{limit}', 'p:%name%', 't:<x id="1"/>', 'p:1']],
    [
      'mixed',
      '{0} None|{1} One|]1,Inf] %count% of {0}',
      ['f:{0} ', 'f:|{1} ', 'f:|]1,Inf] ', 'p:%count%', 'p:{0}'],
    ],
    ['mixed', '[0,1[ few | [ 2 , Inf [ many', ['f:[0,1[ ', 'f: | [ 2 , Inf [ ']],
    ['mixed', ']-Inf,0[ %n1% | {1} x', ['f:]-Inf,0[ ', 'p:%n1%', 'f: | {1} ']],
    ['mixed', '{0} of {1} | {2}', ['p:{0}', 'p:{1}', 'p:{2}']],
    ['mixed', '[1,2] apart', []],
    ['mixed', 'a [1,2] | b', []],
    ['apple', '%lld of %@, %arg, {name}', ['p:1', 'p:2', 'p:3']],
    ['ruby', '%{name} %<price>.2f %%{name} %d %B', ['p:name', 'p:price', 'e:%%{name}']],
    [
      'vue-i18n',
      "{name} { 0 } {'@'} @:a.b @.lower:c @:(d) a@b.org",
      ['p:name', 'p:0', "e:{'@'}", 'n:a.b', 'n:c', 'n:d'],
    ],
    ['vue-i18n', 'none | one | {n} of them', ['f: | ', 'f: | ', 'p:n']],
    ['laravel', ':name :Name :NAME 12:30 https://a.org A::b Note:this', ['p:name', 'p:name', 'p:name']],
    ['laravel', ':resource::title', ['p:resource', 'p:title']],
    ['laravel', '{0} none|[1,19] some|[20,*] :count', ['f:{0} ', 'f:|[1,19] ', 'f:|[20,*] ', 'p:count']],
    ['chrome', '$NAME$ and $name$, $1, $$5', ['p:NAME', 'p:NAME', 'p:1', 'e:$$']],
    ['dotnet', '{0} {1:N2} {2,-10} {{0}} {name}', ['p:0', 'p:1', 'p:2', 'e:{{', 'e:}}', 'p:name']],
    ['qt', '%1 of %L2, %n file(s), 100%', ['p:1', 'p:2', 'p:n']],
    [
      'slang',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is slang's own syntax
      '$name ${name} {name} {{name}} @:a.b \\$5 $5',
      ['p:name', 'p:name', 'p:name', 'p:name', 'n:a.b', 'e:\\$'],
    ],
    [
      'go-template',
      '{{ .Count }} {{.Name | upper}} {{- .X -}} {name}',
      ['p:.Count', 'p:.Name | upper', 'p:.X', 'p:{name}'],
    ],
    [
      'angular',
      '{$START_LINK}Hi{$CLOSE_LINK} {$PH}, {$PH_1} {name} <b>{$ICU}</b>',
      ['p:START_LINK', 'p:CLOSE_LINK', 'p:PH', 'p:PH_1', 't:<b>', 'p:ICU', 't:</b>'],
    ],
    [
      'angular',
      '{VAR_PLURAL, plural, =0 {none} other {{INTERPOLATION} items}}',
      ['f:{VAR_PLURAL, plural, =0 {', 'f:} other {', 'p:INTERPOLATION', 'f:}}'],
    ],
    ['icu', "It''s '{'quoted'}' {name} {d, date, short}", ["e:''", "e:'{'", "e:'}'", 'p:name', 'p:d']],
    [
      'icu',
      '{n, plural, offset:1 =0 {no <b>one</b>} other {# {x}}}',
      ['f:{n, plural, offset:1 =0 {', 't:<b>', 't:</b>', 'f:} other {', 'p:n', 'p:x', 'f:}}'],
    ],
    ['flutter', "It's l'{name}, '{x}'", ['p:name', 'p:x']],
    [
      'fluent',
      'By { $name } for { -brand } and { msg.title }{" "}',
      ['p:$name', 'n:-brand', 'n:msg.title', 'e:{" "}'],
    ],
    ['fluent', '{ DATETIME($d, dateStyle: "long") }', ['p:$d']],
    [
      'fluent',
      '{ $n ->\n    [one] One\n   *[other] { $n } of { $x }\n}',
      ['f:{ $n ->\n    [one] ', 'f:\n   *[other] ', 'p:$n', 'p:$x', 'f:\n}'],
    ],
    ['c', '%d of %1$s {name} %% %1', ['p:1', 'p:1', 'e:%%']],
    ['named-printf', '%(n)d %<p>.2f %{x} %s', ['p:(n)', 'p:<p>', 'p:<x>', 'p:1']],
    ['brace', '{0:.1f} {jar!r} {} {{x}} %s', ['p:{0}', 'p:{jar}', 'p:{0}', 'e:{{', 'e:}}']],
    ['perl-brace', '{cook} {0} %s', ['p:cook']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a shell's own syntax
    ['shell', '$cook and ${jar} for $5', ['p:cook', 'p:jar']],
    ['kde', '%1 of %12, %L2, 100%', ['p:1', 'p:12']],
    ['boost', '%1% of %2%, %|3$+5|, %d%%', ['p:1', 'p:2', 'p:3', 'p:1', 'e:%%']],
    ['object-pascal', '%s %0:d %-8.2f %%', ['p:1', 'p:1', 'p:2', 'e:%%']],
    ['lisp', '~a ~5d ~% ~~', ['p:1', 'p:2', 'e:~%', 'e:~~']],
    ['plain', '{x} %s <b>bold</b>', ['t:<b>', 't:</b>']],
    ['i18next', '{{name}} $t(key) {x}', ['p:name', 'n:key']],
  ])('%s: %j', (id, text, expected) => expect(read(id, text)).toEqual(expected))
})

describe('syntax errors', () => {
  test.each([
    ['icu', 'Hi {name', 'placeholder-unclosed', 'Hi {name'.slice(3)],
    ['icu', 'a } b', 'brace-unmatched', '}'],
    ['icu', '{n, plural, one {# a} other {# b}}}', 'brace-unmatched', '}'],
    ['icu', '{n, plurals, one {a}}', 'icu-syntax', 'plurals'],
    ['icu', 'x {} y', 'icu-syntax', '{}'],
    ['fluent', 'Hi { $name', 'fluent-syntax', '{ $name'],
    ['fluent', 'Hi } there', 'fluent-syntax', '}'],
    ['ruby', 'Hi %{name you', 'placeholder-unclosed', '%{name'],
    ['go-template', 'Hi {{ .Name', 'placeholder-unclosed', '{{ .Name'],
    ['angular', 'Hi {$PH you', 'placeholder-unclosed', '{$PH you'],
    ['dotnet', 'Hi {0 you', 'placeholder-unclosed', '{0 you'],
  ])('%s: %j', (id, text, code, where) => {
    const [issue] = syntaxById(id).parse(text).issues
    expect(issue?.code).toBe(code)
    expect(text.slice(issue?.span.start, issue?.span.end)).toBe(where)
  })

  test('a broken message keeps its placeholders', () => {
    expect(read('icu', '{n, plural, one {# a} {name} <b>x</b>')).toEqual(['p:name', 't:<b>', 't:</b>'])
    expect(read('fluent', '{ $a } { $n -> ')).toEqual(['p:$a'])
  })

  test('at any depth of nesting', () => {
    const deep = '{a, select, other {'.repeat(5000)
    expect(syntaxById('icu').parse(deep).issues).toMatchObject([
      { code: 'icu-syntax', params: { reason: 'too-deep' } },
    ])
    expect(syntaxById('fluent').parse('{ $a ->\n *[b] '.repeat(5000)).issues).toMatchObject([
      { code: 'fluent-syntax' },
    ])
  })
})

describe('pluralOf', () => {
  const forms = (id: string, text: string) => {
    const plural = syntaxById(id).pluralOf?.(text) ?? null
    return (
      plural && {
        ...plural,
        withForm: undefined,
        forms: plural.forms.map((form) => [form.selector, form.text]),
      }
    )
  }

  test('ICU plurals are found, with text around them', () => {
    expect(forms('icu', 'Found {n, plural, =0 {nothing} one {# file} other {# {kind}}}.')).toMatchObject({
      by: 'plural',
      name: 'n',
      before: 'Found ',
      after: '.',
      forms: [
        ['=0', 'nothing'],
        ['one', '# file'],
        ['other', '# {kind}'],
      ],
    })
    expect(forms('icu', '{n, selectordinal, one {#st} other {#th}}')?.by).toBe('ordinal')
  })

  test('one form is changed, the rest stays', () => {
    const text = 'Found {n,plural, one{# file}  other {# files}} !'
    expect(syntaxById('icu').pluralOf?.(text)?.withForm('one', 'one file')).toBe(
      'Found {n,plural, one{one file}  other {# files}} !',
    )
    expect(syntaxById('icu').pluralOf?.(text)?.withForm('few', 'x')).toBe(text)
  })

  test('null without a plural, with more than one, or with a choice of words', () => {
    for (const text of [
      '{name}',
      '{a, plural, other {x}} {b, plural, other {y}}',
      '{a, select, other {x}}',
      '{a, plural, other {',
    ])
      expect(forms('icu', text)).toBeNull()
  })

  test('forms of pipes and Fluent are found', () => {
    expect(forms('vue-i18n', 'a | {n} b')?.forms).toEqual([
      ['0', 'a'],
      ['1', '{n} b'],
    ])
    expect(forms('laravel', '{1} one|[2,*] :count')?.forms).toEqual([
      ['{1}', 'one'],
      ['[2,*]', ':count'],
    ])
    expect(syntaxById('laravel').pluralOf?.('{1} one|[2,*] :count')?.withForm('{1}', 'eins')).toBe(
      '{1} eins|[2,*] :count',
    )
    expect(forms('fluent', '{ $n ->\n    [one] One\n   *[other] Many\n}')?.forms).toEqual([
      ['one', 'One'],
      ['other', 'Many'],
    ])
  })
})

describe('withForms of pluralOf', () => {
  const printed = (id: string, text: string, forms: Readonly<Record<string, string>>) => {
    const plural = syntaxById(id).pluralOf?.(text) ?? null
    const given = Object.entries(forms).map(([selector, form]) => ({ selector, text: form }))
    const answer = plural?.withForms(given)
    expect(answer?.spans.map(({ start, end }) => answer.text.slice(start, end))).toEqual(
      given.map((form) => form.text),
    )
    return answer?.text
  }

  test('ICU: added forms are written like the adjacent ones, omitted forms are removed with their syntax', () => {
    expect(
      printed('icu', 'A {n, plural, one {# b} other {# c}}!', { one: '# x', few: '# y', other: '# z' }),
    ).toBe('A {n, plural, one {# x} few {# y} other {# z}}!')
    expect(
      printed('icu', '{n,plural,offset:1 =0{none}one{a} other{b}}', { '=0': 'none', few: 'c', other: 'b' }),
    ).toBe('{n,plural,offset:1 =0{none} few{c} other{b}}')
    expect(
      printed('icu', '{n, plural,\n  one {a}\n  other {b}\n}', { one: 'a', few: 'c', many: 'd', other: 'b' }),
    ).toBe('{n, plural,\n  one {a}\n  few {c}\n  many {d}\n  other {b}\n}')
    expect(printed('icu', '{n,plural,other{b}}', { one: 'a', other: 'b' })).toBe('{n,plural, one{a}other{b}}')
    expect(printed('icu', '{n, plural, one {a} few {b}}', { one: 'a', few: 'b', other: 'c' })).toBe(
      '{n, plural, one {a} few {b} other {c}}',
    )
  })

  test('Fluent: each form has a line, and the default keeps its asterisk', () => {
    const text = '{ $n ->\n    [one] One\n   *[other] Many\n}'
    expect(printed('fluent', text, { one: 'Eins', few: 'Wenige', other: 'Viele' })).toBe(
      '{ $n ->\n    [one] Eins\n    [few] Wenige\n   *[other] Viele\n}',
    )
    expect(printed('fluent', '{ $n ->\n   *[other] Many\n}', { one: 'Eins', other: 'Viele' })).toBe(
      '{ $n ->\n    [one] Eins\n   *[other] Viele\n}',
    )
    expect(syntaxById('fluent').pluralOf?.('{ $n ->\n   *[one] One\n    [many] Many\n}')?.fallback).toBe(
      'one',
    )
  })

  test('pipes: Laravel accepts another form, vue-i18n would read it differently', () => {
    expect(printed('laravel', 'a | :count b', { '0': 'x', '1': 'y', '2': 'z' })).toBe('x | y | z')
    expect(printed('laravel', '{1} one|[2,*] :count', { '{1}': 'eins', '[2,*]': 'zwei' })).toBe(
      '{1} eins|[2,*] zwei',
    )
    expect(syntaxById('laravel').pluralOf?.('a|b')?.canAdd).toBe(true)
    expect(syntaxById('laravel').pluralOf?.('{1} one|[2,*] :count')?.canAdd).toBe(false)
    expect(syntaxById('vue-i18n').pluralOf?.('a|b')?.canAdd).toBe(false)
  })

  test('reports a form that contains a choice, and the form that must stay', () => {
    const icu = (text: string) => syntaxById('icu').pluralOf?.(text)
    expect(icu('{n, plural, other {{who, select, other {x}}}}')?.isNested).toBe(true)
    expect(icu('{n, plural, one {{n} a} other {b}}')).toMatchObject({
      isNested: false,
      fallback: 'other',
      canAdd: true,
    })
  })
})

describe('the flags of a message name its syntax', () => {
  test.each([
    [['c-format'], 'c'],
    [['fuzzy', 'kde-format'], 'kde'],
    [['no-c-format', 'python-brace-format'], 'brace'],
    [['no-c-format'], 'plain'],
    [['qt-plural-format'], 'qt'],
    [['c++-format'], 'brace'],
    [['objc-format'], 'apple'],
    [['go-format'], 'go-printf'],
    [['javascript-format'], 'c'],
    [['csharp-format'], 'dotnet'],
    [['sh-format'], 'shell'],
    [['smalltalk-format'], 'kde'],
    [['fuzzy', 'range: 0..5'], null],
    [['newer-format'], null],
    [['possible-c-format'], null],
  ])('%j: %s', (flags, syntax) => expect(syntaxOfFlags(flags)).toBe(syntax))

  test.each([
    ['Reached shelf %1 near %2', 'kde'],
    ['Page %1 of %L2.', 'qt'],
    ['Shelf %1% holds %2%', 'boost'],
    ['%1$s of %2$s', null],
    ['%10d', null],
    ['50%1', null],
    ['%1 of %s', null],
    ['100% of', null],
  ])('without flags: %s', (text, syntax) => expect(syntaxOfNumbers(text)).toBe(syntax))
})
