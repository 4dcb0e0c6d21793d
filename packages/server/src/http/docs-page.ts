import { createHash } from 'node:crypto'
import { append } from '@dragoman/core'
import { escapeHtml } from '../escape-html.ts'

/**
 * Returns a page that documents the API for people, made from the OpenAPI document alone, without scripts or
 * external resources, and its content security policy.
 */
export function docsPage(openApi: string): { readonly html: string; readonly policy: string } {
  const document: OpenApi = JSON.parse(openApi)
  const areas = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const area = operation.tags[0] ?? ''
      append(areas, area, operationSection(method, path, operation))
    }
  }
  const sections = [...areas].map(
    ([area, list]) =>
      `<section><h2 id="${escapeHtml(area)}">${escapeHtml(area)}</h2>${list.join('')}</section>`,
  )
  const contents = [...areas.keys()].map((area) => `<a href="#${escapeHtml(area)}">${escapeHtml(area)}</a>`)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Dragoman API</title><style>${STYLE}</style>
<h1>Dragoman API <small>${escapeHtml(document.info.version)}</small></h1><p>JSON over HTTP; failures are problem documents (RFC 9457). <a href="/api/openapi.json">OpenAPI document</a></p>
<nav>${contents.join(' ')}</nav>${sections.join('')}</html>`
  return {
    html,
    policy: `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

/** The displayed part of the document, which this program itself writes. */
type OpenApi = {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
type Operation = {
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: { readonly content: unknown }
  readonly responses: unknown
}

function operationSection(method: string, path: string, operation: Operation): string {
  const parameters = operation.parameters.map(
    (parameter) =>
      `<li><code>${escapeHtml(parameter.name)}</code> in ${escapeHtml(parameter.in)}${parameter.required ? '' : ', optional'}</li>`,
  )
  const body = operation.requestBody
    ? `<details><summary>Body</summary><pre>${escapeHtml(JSON.stringify(operation.requestBody.content, null, 2))}</pre></details>`
    : ''
  return `<article><h3><b>${escapeHtml(method.toUpperCase())}</b> <code>${escapeHtml(path)}</code></h3>
<p>${escapeHtml(operation.summary)}. ${escapeHtml(operation.description)}</p>${parameters.length > 0 ? `<ul>${parameters.join('')}</ul>` : ''}${body}
<details><summary>Responses</summary><pre>${escapeHtml(JSON.stringify(operation.responses, null, 2))}</pre></details></article>`
}

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}nav{display:flex;gap:1rem;flex-wrap:wrap}article{border-top:1px solid #8884;padding:.5rem 0}h3{font-weight:400;margin:.5rem 0}pre{overflow:auto;font-size:.8rem}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
