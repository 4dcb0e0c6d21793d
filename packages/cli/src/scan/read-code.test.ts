import { expect, test } from 'vitest'
import { codeSettings, finishUse, joinSettings } from './found-use.ts'
import { readCode } from './read-code.ts'
import { TRANSLATE_NAMES } from './translators.ts'

/** Returns the uses in some code, one per line: position, kind, namespaces, key and other facts. */
function usesOf(code: string, path = 'app.tsx'): readonly string[] {
  const { uses, settings, problems } = readCode(path, code, TRANSLATE_NAMES)
  expect(problems).toEqual([])
  return uses
    .map((use) => finishUse(use, { path, settings }))
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map(({ line, column, kind, key, namespaces, hasContext, isOptional }) => {
      const names = namespaces === null ? '*' : namespaces.join('+')
      const marks = `${hasContext ? ' context' : ''}${isOptional ? ' optional' : ''}`
      return `${line}:${column} ${kind === 'prefix' ? 'begins ' : ''}${names}|${key}${marks}`
    })
}

test('finds keys, namespaces and prefixes of react-i18next', () => {
  const code = `
import { useTranslation, Trans, Translation } from 'react-i18next'
export function Cart() {
  const { t } = useTranslation('shop', { keyPrefix: 'cart' })
  const { t: tc } = useTranslation(['common', 'shop'])
  const [other] = useTranslation()
  const all = useTranslation('menu')
  return <p title={t('title')}>{tc('ok')}{other('plain')}{all.t('open')}{t('common:yes')}
    <Trans i18nKey="lead" t={t} /><Trans i18nKey="intro" ns="shop" />
    <Translation ns="shop">{(t) => <b>{t('bold')}</b>}</Translation></p>
}
export function Menu() {
  const { t } = useTranslation('menu')
  return t('file', { ns: 'other' })
}`
  expect(usesOf(code)).toEqual([
    '8:22 shop|cart.title',
    '8:36 common+shop|ok',
    '8:49 |plain',
    '8:65 menu|open',
    '8:76 common|cart.yes',
    '9:20 shop|cart.lead',
    '9:50 shop|intro',
    '10:42 shop|bold',
    '14:12 other|file',
  ])
})

test('functions are resolved before their declaration and can be shadowed', () => {
  const code = `
function title() { return t('late') }
const { t } = useTranslation('shop')
function other(t: TFunction<'menu'>) { return t('typed') }
function third(t) { return t('unknown') }`
  expect(usesOf(code)).toEqual(['2:29 shop|late', '4:49 menu|typed', '5:30 *|unknown'])
})

test('finds plain i18next, getFixedT, and functions that only check whether a key exists', () => {
  const code = `
import i18next, { t } from 'i18next'
t('a'); i18next.t('b'); i18n.t('ns:c'); this.props.t('d')
const fixed = i18next.getFixedT(null, 'shop', 'cart'); fixed('e')
if (i18next.exists('f')) t(['g', 'h'])`
  expect(usesOf(code)).toEqual([
    '3:3 |a',
    '3:19 |b',
    '3:32 ns|c',
    '3:54 *|d',
    '4:62 shop|cart.e',
    '5:20 |f optional',
    '5:29 |g optional',
    '5:34 |h',
  ])
})

test('finds keys from constants of the file, and keys with only a known prefix', () => {
  const code = `
const TITLE = 'title', KEYS = { a: 'one', b: { c: 'two' } } as const
enum Kind { Big = 'big' }
t(TITLE); t(KEYS.a); t(KEYS.b.c); t(Kind.Big); t(KEYS[x])
t(flag ? 'yes' : 'no'); t('menu.' + TITLE); t(\`menu.\${TITLE}.x\`)
t(\`menu.\${name}.x\`); t('state.' + name); t(name)
const { t: p } = useTranslation('shop', { keyPrefix: 'cart' }); p(name); p(\`x.\${name}\`)`
  expect(usesOf(code)).toEqual([
    '4:3 *|title',
    '4:13 *|one',
    '4:24 *|two',
    '4:37 *|big',
    '4:50 *|one optional',
    '5:10 *|yes',
    '5:18 *|no',
    '5:27 *|menu.title',
    '5:47 *|menu.title.x',
    '6:3 begins *|menu.',
    '6:24 begins *|state.',
    '6:44 begins *|',
    '7:67 begins shop|cart.',
    '7:76 begins shop|cart.x.',
  ])
})

test('finds contexts, default texts instead of options, and everything below a key', () => {
  const code = `
t('friend', { context: 'female' }); t('b', 'Default'); t('c', 'Default', { ...more }); t('d', options)
t('list', { returnObjects: true }); t('note: see below'); t('https://example.org')`
  expect(usesOf(code)).toEqual([
    '2:3 *|friend context',
    '2:39 *|b',
    '2:58 *|c context',
    '2:90 *|d context',
    '3:3 *|list',
    '3:3 begins *|list.',
    '3:39 *|note: see below',
    '3:61 *|https://example.org',
  ])
})

test('finds i18next selectors', () => {
  const code = `
const { t } = useTranslation(['shop', 'menu'])
t($ => $.cart.title); t($ => $.menu.open); t(($) => $.cart[name]); <Trans i18nKey={$ => $.a.b} />`
  expect(usesOf(code)).toEqual([
    '3:8 shop+menu|cart.title',
    '3:30 menu|open',
    '3:53 begins shop+menu|cart.',
    '3:89 |a.b',
  ])
})

test('applies custom separators', () => {
  const code = `
i18next.init({ nsSeparator: '::', keySeparator: '/', defaultNS: 'app', fallbackNS: ['base'] })
t('shop::cart/title'); t('a:b')`
  const { settings } = readCode('app.ts', code, TRANSLATE_NAMES)
  expect(settings).toEqual({
    namespaceSeparator: '::',
    keySeparator: '/',
    defaultNamespaces: ['app'],
    fallbackNamespaces: ['base'],
  })
  expect(usesOf(code, 'app.ts')).toEqual(['3:3 shop|cart.title', '3:26 *|a:b'])
  expect(usesOf(`i18next.init({ nsSeparator: false }); t('a:b')`, 'app.ts')).toEqual(['1:41 *|a:b'])
})

test('finds ids of react-intl, including those generated by FormatJS', () => {
  const code = `
const messages = defineMessages({ a: { id: 'first', defaultMessage: 'x' }, b: { id: 'second' } })
intl.formatMessage({ id: 'third' }, { n: 1 }); formatMessage(messages.a)
const made = <FormattedMessage defaultMessage="Hello" description="greeting" />
export default () => <FormattedMessage id="fourth" defaultMessage="y" />`
  expect(usesOf(code)).toEqual([
    '2:44 |first',
    '2:85 |second',
    '3:26 |third',
    // Output of @formatjs/cli for the same message.
    '4:47 |K+VETU',
    '5:43 |fourth',
  ])
})

test('next-intl: the namespace is a prefix of the key', () => {
  const code = `
const t = useTranslations('Cart')
t('title'); t.rich('lead', {}); t.has('x')
export async function Page() { const s = await getTranslations({ namespace: 'Page' }); return s('a.b') }`
  expect(usesOf(code)).toEqual([
    '3:3 |Cart.title',
    '3:20 |Cart.lead',
    '3:39 |Cart.x optional',
    '4:97 |Page.a.b',
  ])
})

test('reads scripts, expressions, attributes and directives of Vue', () => {
  const code = `<script setup lang="ts">
import { useI18n } from 'vue-i18n'
const { t } = useI18n()
const label = computed(() => t('label') as string)
</script>
<template>
  <p v-t="'direct'" :title="$t('a:b')" v-for="one in list(t('each'))">{{ t('plain') }} {{ $tc('apple', 2) }}</p>
  <i18n-t keypath="lead" tag="p" />
  <i18n-t :keypath="\`state.\${one}\`" />
  <b v-t="{ path: 'named', args: {} }" @click="say($t('said'))">{{ $te('asked') }}</b>
</template>`
  expect(usesOf(code, 'App.vue')).toEqual([
    '4:32 |label',
    '7:11 |direct',
    '7:32 |a:b',
    '7:61 |each',
    '7:76 |plain',
    '7:95 |apple',
    '8:19 |lead',
    '9:21 begins |state.',
    '10:11 |named',
    '10:55 |said',
    '10:72 |asked optional',
  ])
})

test('keys in comments count as used but are never missing', () => {
  expect(usesOf(`// t('shop:one') t("two")\nt(name)`)).toEqual([
    '1:1 shop|one optional',
    '1:1 *|two optional',
    '2:3 begins *|',
  ])
})

test('texts composed from constants can be keys', () => {
  const code = `function label(s) { const start = 'state'; return s ? \`\${start}.ready\` : start + '.' + 'off' }`
  const { texts } = readCode('a.ts', code, TRANSLATE_NAMES)
  expect([...texts.keys()]).toEqual(expect.arrayContaining(['state.ready', 'state.off']))
})

test('several apps each have their own default namespace', () => {
  const settings = (...codes: string[]) =>
    codeSettings(joinSettings(codes.map((code) => readCode('a.ts', code, TRANSLATE_NAMES).settings)))
  const [app, native] = ["i18next.init({ defaultNS: 'app' })", "i18n.init({ defaultNS: 'native' })"]
  expect(settings(app, native, 'x()').defaultNamespaces).toEqual(['app', 'native'])
  const elsewhere = "import { usual } from './names'; i18next.init({ defaultNS: usual })"
  expect(settings(app, elsewhere).defaultNamespaces).toEqual([])
  expect(settings('i18next.init({})').defaultNamespaces).toBeNull()
})

test('ignores code that does not use texts', () => {
  const code = `
import { Trans as T } from '@lingui/react'
import { Trans } from '@lingui/react'
format(1); t(5); t(); t({ a: 1 }); t(() => 1); it('works', () => {}); const t2 = 5; <Trans>Hello</Trans>`
  expect(usesOf(code)).toEqual([])
})

test('reads JavaScript with JSX and Flow, decorators, and broken code', () => {
  expect(usesOf(`// @flow\nconst a = (b: string) => <p>{t('x')}</p>`, 'a.js')).toEqual(['2:32 *|x'])
  expect(usesOf(`const a = <T,>(b: T) => t('x'); const c = <string>t('y')`, 'a.ts')).toEqual([
    '1:27 *|x',
    '1:53 *|y',
  ])
  const broken = readCode('a.ts', `t('x')\nconst = {{{ `, TRANSLATE_NAMES)
  expect(broken.problems).toMatchObject([{ line: 2, message: expect.any(String) }])
  // More levels than any stack has room for.
  const deep = readCode('b.ts', `t(${'['.repeat(1_000_000)}`, TRANSLATE_NAMES)
  expect(deep.problems).toMatchObject([{ line: 1, message: 'Nested too deep.' }])
})
