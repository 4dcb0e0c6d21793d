import { angularSyntax } from './braces/angular-syntax.ts'
import { chromeSyntax } from './braces/chrome-syntax.ts'
import { dotnetSyntax } from './braces/dotnet-syntax.ts'
import { goTemplateSyntax } from './braces/go-template-syntax.ts'
import { laravelSyntax } from './braces/laravel-syntax.ts'
import { qtSyntax } from './braces/qt-syntax.ts'
import { rubySyntax } from './braces/ruby-syntax.ts'
import { slangSyntax } from './braces/slang-syntax.ts'
import { fluentSyntax } from './fluent/fluent-syntax.ts'
import { i18nextSyntax } from './i18next/i18next-syntax.ts'
import { flutterEscapingSyntax, flutterSyntax, formatjsSyntax, icuSyntax } from './icu/icu-syntax.ts'
import { javaSyntax } from './java/java-syntax.ts'
import { plainSyntax } from './markup/plain-syntax.ts'
import { type MessageSyntax, provideSyntaxes } from './message-syntax.ts'
import {
  boostSyntax,
  braceSyntax,
  cSyntax,
  goPrintfSyntax,
  kdeSyntax,
  lispSyntax,
  namedPrintfSyntax,
  pascalSyntax,
  perlBraceSyntax,
  shellSyntax,
} from './printf/flagged-syntaxes.ts'
import { appleSyntax, mixedSyntax, printfSyntax } from './printf/printf-syntax.ts'
import { vueSyntax } from './vue/vue-syntax.ts'

/**
 * All syntaxes, for programs that load the whole of core. A browser has i18next's in its first script and
 * imports this file, a separate entry of the package, if a project needs another one: see `loadSyntax` in the
 * client. Therefore no other file of `core` can import it.
 */
export const ALL_SYNTAXES: readonly MessageSyntax[] = [
  i18nextSyntax,
  icuSyntax,
  formatjsSyntax,
  javaSyntax,
  flutterSyntax,
  flutterEscapingSyntax,
  vueSyntax,
  laravelSyntax,
  slangSyntax,
  plainSyntax,
  chromeSyntax,
  appleSyntax,
  rubySyntax,
  printfSyntax,
  mixedSyntax,
  goTemplateSyntax,
  angularSyntax,
  dotnetSyntax,
  fluentSyntax,
  qtSyntax,
  cSyntax,
  goPrintfSyntax,
  namedPrintfSyntax,
  braceSyntax,
  perlBraceSyntax,
  shellSyntax,
  kdeSyntax,
  boostSyntax,
  pascalSyntax,
  lispSyntax,
]

provideSyntaxes(ALL_SYNTAXES)

/**
 * Returns the syntax with that id. For an unknown id, returns plain text without placeholders, so that texts
 * are never misread.
 */
export function syntaxById(id: string): MessageSyntax {
  return byId.get(id) ?? plainSyntax
}

const byId: ReadonlyMap<string, MessageSyntax> = new Map(ALL_SYNTAXES.map((syntax) => [syntax.id, syntax]))
