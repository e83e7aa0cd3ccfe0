// Lists the sentences of lessons and rules that are too long, in every language: `npm run plain`.
import { runnerImport } from 'vite';

const load = async (path) => (await runnerImport(path, { configFile: false })).module;
const { tooLong, longestOf } = await load('./src/test/plain.ts');
const LANGUAGES = { en: 'en', de: 'de', fr: 'fr', 'zh-Hant': 'zh-hant' };

let found = 0;
for (const [language, file] of Object.entries(LANGUAGES)) {
  const catalogues = [`./src/lib/i18n/${file}.ts`, `./src/lib/i18n/learn/${file}.ts`];
  for (const path of catalogues) {
    const [texts] = Object.values(await load(path));
    const long = tooLong(texts, language);
    for (const line of long) console.log(`${language} ${line}`);
    found += long.length;
  }
}
console.log(
  `${found} sentences are too long (limits: ${longestOf('en')} words, ${longestOf('zh-Hant')} Chinese characters).`,
);
process.exitCode = found > 0 ? 1 : 0;
