import { readFileSync } from 'node:fs'
import type { OpenAPIV3_1 } from 'openapi-types'
import { escapeHtml } from '../../../words/text.ts'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')
const ICON = `data:image/svg+xml;base64,${Buffer.from(read('./icon.svg')).toString('base64')}`
const GUIDE = read('./guide.html')
export const STYLE = read('./style.css')

type Operation = OpenAPIV3_1.OperationObject
type Schema = OpenAPIV3_1.SchemaObject

/** The page of an API: the guide, whose `{name}` are filled with `values`, and every operation of its OpenAPI document. */
export const docsPage = (
  api: OpenAPIV3_1.Document,
  values: ReadonlyMap<string, string>,
): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(api.info.title)}</title>
<link rel="icon" href="${ICON}">
<style>${STYLE}</style>
<h1><img src="${ICON}" alt=""> ${escapeHtml(api.info.title)}</h1>
${GUIDE.replace(/\{(\w+)\}/g, (text, name: string) => escapeHtml(values.get(name) ?? text))}
<h2>Every endpoint</h2>
<p>The same for programs: <a href="/openapi.json">openapi.json</a>. An asterisk marks what is required.</p>
${(api.tags ?? []).map(({ name }) => sectionOf(api, name)).join('')}
</html>
`

function sectionOf({ paths = {} }: OpenAPIV3_1.Document, tag: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>)
      .filter(([, { tags }]) => tags?.includes(tag))
      .map(([method, operation]) => operationOf(method, path, operation)),
  )
  return `<h3>${tag}</h3>${operations.join('')}`
}

function operationOf(method: string, path: string, { summary, security, ...operation }: Operation): string {
  const token = security ? ' · token' : ''
  const parameters = (operation.parameters ?? []) as OpenAPIV3_1.ParameterObject[]
  const body = operation.requestBody as OpenAPIV3_1.RequestBodyObject | undefined
  // The guide has what is said of refusals.
  const answers = Object.entries(operation.responses ?? {}).filter(([status]) => status !== '4XX') as [
    string,
    OpenAPIV3_1.ResponseObject,
  ][]
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${path}</code> ${escapeHtml(summary ?? '')}${token}</summary>
${paragraph(operation.description)}
<table>${parameters.map(parameterRow).join('')}</table>
${body ? `Body: ${shapes(body.content)}` : ''}
${answers.map(([status, { content }]) => `<p>${status}</p>${shapes(content)}`).join('')}
</details>`
}

const parameterRow = ({
  name,
  in: place,
  required,
  schema,
  description,
}: OpenAPIV3_1.ParameterObject): string =>
  `<tr><td><code>${name}</code>${required ? ' *' : ''}<td>${place}<td>${escapeHtml(shape(schema as Schema))} ${escapeHtml(description ?? '')}`

/** Descriptions name fields in backquotes. */
const paragraph = (text = ''): string =>
  text === '' ? '' : `<p>${escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`

const shapes = (content: OpenAPIV3_1.RequestBodyObject['content'] = {}): string =>
  Object.values(content)
    .map(({ schema }) => `<pre>${escapeHtml(shape(schema as Schema))}</pre>`)
    .join('')

/** The shape of a value: `{ id: integer, url: string }`, a line a field, `?` where it may be absent. */
function shape(schema: Schema, indent = ''): string {
  if (schema.enum) return schema.enum.join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return either.map((one) => shape(one as Schema, indent)).join(' | ')
  if ('items' in schema && schema.items) return `[${shape(schema.items as Schema, indent)}]`
  const { properties, additionalProperties: rest, required = [] } = schema
  const inner = `${indent}  `
  const fields = Object.entries(properties ?? {}).map(
    ([name, value]) =>
      `${inner}${name}${required.includes(name) ? '' : '?'}: ${shape(value as Schema, inner)}`,
  )
  if (typeof rest === 'object') fields.push(`${inner}…: ${shape(rest as Schema, inner)}`)
  if (fields.length > 0) return `{\n${fields.join('\n')}\n${indent}}`
  return [String(schema.type ?? 'any'), schema.default !== undefined && `= ${schema.default}`]
    .filter(Boolean)
    .join(' ')
}
