// Bundles the pages into mqtt/luza_mqtt/web: index.html as written, with the bundles' names put in. A bundle's name
// carries the hash of its content, so that a browser may keep it for ever and an update is seen at once.

import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const here = dirname(fileURLToPath(import.meta.url))
const web = join(here, "..", "luza_mqtt", "web")

const bundle = await build({
  entryPoints: [join(here, "src", "scoreboard.ts"), join(here, "src", "scoreboard.css")],
  entryNames: "[name]-[hash]",
  outdir: join(web, "assets"),
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  legalComments: "none", // they stand in licenses.txt
  logLevel: "warning",
  metafile: true,
  write: false,
})

let page = await readFile(join(here, "src", "index.html"), "utf-8")
const files = new Map()
for (const output of bundle.outputFiles) {
  const name = basename(output.path)
  const source = name.replace(/-[A-Z0-9]+(\.\w+)$/, "$1")
  if (!page.includes(`/assets/${source}`)) throw new Error(`index.html doesn't ask for ${source}`)
  page = page.replaceAll(`/assets/${source}`, `/assets/${name}`)
  files.set(name, output.contents)
}
files.set("mark.svg", await readFile(join(here, "src", "mark.svg")))

await mkdir(join(web, "assets"), { recursive: true })
for (const name of await readdir(join(web, "assets"))) {
  if (!files.has(name)) await rm(join(web, "assets", name))
}
for (const [name, contents] of files) await writeFile(join(web, "assets", name), contents)
await writeFile(join(web, "licenses.txt"), await licenses(Object.keys(bundle.metafile.inputs)))
// last, so that whoever compares times sees a whole build or none
await writeFile(join(web, "index.html"), page)

/** The licences of the packages that a bundle was made of: they ask to be handed on with it. */
async function licenses(inputs) {
  const folders = new Set(inputs.map((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]).filter(Boolean))
  const texts = []
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf-8"))
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
    const text = file ? await readFile(join(folder, file), "utf-8") : "(the package brings no text)\n"
    texts.push(`${name} ${version}: ${license}\n\n${text}`)
  }
  return texts.join("\n----\n\n")
}
