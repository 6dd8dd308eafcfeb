// Reads JSON5 as layout files have it: comments, trailing commas, single quotes, names without quotes,
// and numbers with a sign, in hex, or with a bare point.

const space = /(?:[\s\ufeff]|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)*/y;
const name = /[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$\u200c\u200d]*/uy;
const number = /[+-]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])/y;
const text = /"(?:[^"\\\n\r]|\\(?:\r\n|[^]))*"|'(?:[^'\\\n\r]|\\(?:\r\n|[^]))*'/y;
const escapes = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', 0: '\0' };
const words = { true: true, false: false, null: null };
/** How far lists and objects may go into each other. */
const deepest = 64;

/** Throws a sentence with the line. */
export function read(source) {
	let at = 0, depth = 0;
	const fail = (wanted) => {
		throw new Error(`Line ${source.slice(0, at).split(/\r\n|[\n\r]/).length}: here should be ${wanted}.`);
	};
	const take = (pattern) => {
		pattern.lastIndex = at;
		const found = pattern.exec(source)?.[0];
		at += found?.length ?? 0;
		return found;
	};
	const next = () => {
		take(space);
		return source[at];
	};
	const unquote = (quoted) => quoted.slice(1, -1).replace(/\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[^]))/g,
		(_, long, short, one) => (one === undefined ? String.fromCharCode(parseInt(long ?? short, 16))
			: escapes[one] ?? (/[\n\r\u2028\u2029]/.test(one) ? '' : one)));

	/** What stands between an opening and `end`, with commas. */
	function list(end, one) {
		const found = [];
		if (++depth > deepest) fail(`no more than ${deepest} lists in each other`);
		at += 1;
		while (next() !== end) {
			found.push(one());
			if (next() === ',') at += 1;
			else if (source[at] !== end) fail(`a comma or ${end}`);
		}
		at += 1;
		depth -= 1;
		return found;
	}

	function member() {
		const quoted = take(text), key = quoted ? unquote(quoted) : take(name) ?? fail('a name');
		if (next() !== ':') fail('a colon');
		at += 1;
		return [key, value()];
	}

	function value() {
		const first = next();
		if (first === '{') return Object.fromEntries(list('}', member));
		if (first === '[') return list(']', value);
		const quoted = take(text);
		if (quoted) return unquote(quoted);
		const digits = take(number);
		if (digits) return /^-/.test(digits) ? -Number(digits.slice(1)) : Number(digits.replace('+', ''));
		const word = take(name);
		if (Object.hasOwn(words, word ?? '')) return words[word];
		return fail('a value');
	}

	const whole = value();
	if (next() !== undefined) fail('the end');
	return whole;
}
