/**
 * Lists the parameters of the public functions, constructors and methods, from the type declarations in `dist/`: all of
 * them, or those that take options. A parameter takes options if its type is an object type (no class, no array) with an
 * optional property, if its type is written in place, or if the type's name ends in `Options`.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'rolldown/utils';

/**
 * @param {string} root the package's folder
 * @returns {{ name: string, parameter: string, type: string, names: string[] }[]} sorted by name, for example
 *   `{ name: 'requirements.JsonOutput', parameter: 'options', type: 'JsonOutputOptions', names: ['schema'] }`
 */
export function optionTakers(root) {
  return publicParameters(root)
    .filter(({ takesOptions }) => takesOptions)
    .map(({ takesOptions, ...taker }) => taker);
}

/** The parameters of everything public that can be called. Takes and returns what `optionTakers` does. */
export function publicParameters(root) {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const takers = [];
  for (const [subpath, target] of Object.entries(exports)) {
    if (typeof target !== 'object') continue;
    const module = subpath === '.' ? 'mettle' : subpath.slice(2);
    const file = moduleAt(join(root, target.types));
    for (const name of file.exportedNames())
      takers.push(...takersOf(`${module}.${name}`, file.exported(name)));
  }
  return takers.sort((left, right) => (left.name < right.name ? -1 : 1));
}

const modules = new Map();

/** The declarations of one `.d.ts` file. */
function moduleAt(path) {
  if (!modules.has(path)) modules.set(path, readModule(path));
  return modules.get(path);
}

function readModule(path) {
  const { program, errors } = parseSync(path, readFileSync(path, 'utf8'), {
    lang: 'dts',
    sourceType: 'module',
  });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  const local = new Map();
  const imports = new Map();
  const exported = new Map();
  const types = new Set();
  const stars = [];
  const declare = (declaration) => {
    const names = [];
    if (declaration.type === 'VariableDeclaration') {
      for (const item of declaration.declarations) names.push([item.id.name, item]);
    } else names.push([declaration.id.name, declaration]);
    for (const [name, node] of names) local.set(name, [...(local.get(name) ?? []), { node, path }]);
    return names.map(([name]) => name);
  };
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const item of statement.specifiers) {
        const of = item.type === 'ImportNamespaceSpecifier' ? '*' : (item.imported?.name ?? 'default');
        imports.set(item.local.name, { from: statement.source.value, of });
      }
    } else if (statement.type === 'ExportNamedDeclaration' && statement.declaration) {
      for (const name of declare(statement.declaration)) exported.set(name, { local: name });
    } else if (statement.type === 'ExportNamedDeclaration') {
      for (const item of statement.specifiers) {
        if (statement.exportKind === 'type' || item.exportKind === 'type') types.add(item.exported.name);
        exported.set(
          item.exported.name,
          statement.source
            ? { from: statement.source.value, of: item.local.name }
            : { local: item.local.name },
        );
      }
    } else if (statement.type === 'ExportAllDeclaration') {
      if (statement.exported)
        exported.set(statement.exported.name, { from: statement.source.value, of: '*' });
      else stars.push(statement.source.value);
    } else if (statement.id || statement.declarations) declare(statement);
  }
  const at = (source) =>
    source.startsWith('.') ? moduleAt(join(dirname(path), source.replace(/\.js$/, '.d.ts'))) : undefined;
  const follow = ({ local: name, from, of }) => {
    if (from !== undefined) return of === '*' ? [{ namespace: at(from) }] : (at(from)?.exported(of) ?? []);
    if (local.has(name)) return local.get(name);
    return imports.has(name) ? follow(imports.get(name)) : [];
  };
  return {
    exportedNames: () => [
      ...[...exported.keys()].filter((name) => !types.has(name)),
      ...stars.flatMap((from) => at(from)?.exportedNames() ?? []),
    ],
    /** What `name` stands for; also of a name that is exported as a type alone. */
    exported: (name) =>
      exported.has(name)
        ? follow(exported.get(name))
        : stars.flatMap((from) => at(from)?.exported(name) ?? []),
    named: (name) => follow({ local: name }),
  };
}

/** The options that the declarations of one exported name take. */
function takersOf(name, declarations) {
  return declarations.flatMap((declaration) => {
    if (declaration.namespace) {
      const { namespace } = declaration;
      return namespace
        .exportedNames()
        .flatMap((inner) => takersOf(`${name}.${inner}`, namespace.exported(inner)));
    }
    const { node, path } = declaration;
    if (node.type === 'VariableDeclarator')
      return callable(name, node.id.typeAnnotation?.typeAnnotation, path);
    if (/Function/.test(node.type)) return parametersOf(name, node, path);
    if (node.type === 'ClassDeclaration') return classMembers(name, node, path);
    return [];
  });
}

function classMembers(name, node, path) {
  return node.body.body.flatMap((member) => {
    if (member.accessibility === 'private' || member.key?.type === 'PrivateIdentifier') return [];
    if (member.accessibility === 'protected' && member.kind !== 'constructor') return [];
    const own = member.key?.name ?? '';
    if (member.type === 'MethodDefinition' || member.type === 'TSAbstractMethodDefinition') {
      if (member.kind === 'get' || member.kind === 'set') return [];
      const full = member.kind === 'constructor' ? name : `${name}${member.static ? '.' : '#'}${own}`;
      const constructs = member.kind === 'constructor';
      return parametersOf(full, member.value, path).map((taker) => ({ ...taker, constructs }));
    }
    if (member.type === 'PropertyDefinition')
      return callable(
        `${name}${member.static ? '.' : '#'}${own}`,
        member.typeAnnotation?.typeAnnotation,
        path,
      );
    return [];
  });
}

/** The options of a value by its type: a function, or an object with functions. */
function callable(name, type, path, depth = 0) {
  if (!type || depth > 4) return [];
  if (type.type === 'TSFunctionType' || type.type === 'TSConstructorType')
    return parametersOf(name, type, path);
  if (type.type === 'TSParenthesizedType') return callable(name, type.typeAnnotation, path, depth);
  if (type.type === 'TSTypeOperator') return callable(name, type.typeAnnotation, path, depth);
  if (type.type === 'TSIntersectionType')
    return type.types.flatMap((part) => callable(name, part, path, depth + 1));
  if (type.type === 'TSTypeQuery') {
    return moduleAt(path)
      .named(type.exprName.name)
      .flatMap((one) => takersOf(name, [one]));
  }
  const members = type.type === 'TSTypeLiteral' ? type.members : undefined;
  if (members) return membersOf(name, members, path, depth);
  if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier') {
    if (type.typeName.name === 'Readonly')
      return callable(name, type.typeArguments?.params[0], path, depth + 1);
    return moduleAt(path)
      .named(type.typeName.name)
      .flatMap(({ node, path: at }) => {
        if (node?.type === 'TSInterfaceDeclaration') return membersOf(name, node.body.body, at, depth);
        if (node?.type === 'TSTypeAliasDeclaration')
          return callable(name, node.typeAnnotation, at, depth + 1);
        return [];
      });
  }
  return [];
}

function membersOf(name, members, path, depth) {
  return members.flatMap((member) => {
    if (member.type === 'TSCallSignatureDeclaration') return parametersOf(name, member, path);
    if (member.type === 'TSConstructSignatureDeclaration') return parametersOf(name, member, path);
    if (member.type === 'TSMethodSignature') return parametersOf(`${name}.${member.key?.name}`, member, path);
    if (member.type === 'TSPropertySignature') {
      return callable(`${name}.${member.key?.name}`, member.typeAnnotation?.typeAnnotation, path, depth + 1);
    }
    return [];
  });
}

function parametersOf(name, node, path) {
  const generics = new Map(
    (node.typeParameters?.params ?? []).map((item) => [item.name.name, item.constraint]),
  );
  return (node.params?.items ?? node.params ?? []).flatMap((given, place) => {
    let parameter = given.type === 'TSParameterProperty' ? given.parameter : given;
    if (parameter.type === 'AssignmentPattern') parameter = parameter.left;
    const type = parameter.typeAnnotation?.typeAnnotation;
    const shape = parameter.type === 'RestElement' ? undefined : shapeOf(type, path, generics);
    const takesOptions =
      shape !== undefined && (shape.optional || type.type === 'TSTypeLiteral' || /Options$/.test(shape.type));
    const { type: of, names } = shape ?? { type: '', names: [] };
    return [
      { name, place, parameter: parameter.name ?? '{}', type: of, names: [...names], path, takesOptions },
    ];
  });
}

/** The properties of an object type; undefined for every other type. */
function shapeOf(type, path, generics, depth = 0) {
  if (!type || depth > 12) return undefined;
  const inner = (node) => shapeOf(node, path, generics, depth + 1);
  switch (type.type) {
    case 'TSTypeLiteral':
      return shapeOfMembers('{…}', type.members);
    case 'TSParenthesizedType':
      return inner(type.typeAnnotation);
    case 'TSTypeOperator':
      return type.operator === 'readonly' ? inner(type.typeAnnotation) : undefined;
    case 'TSUnionType':
    case 'TSIntersectionType': {
      const shapes = type.types.map(inner).filter(Boolean);
      if (shapes.length === 0) return undefined;
      return {
        type: shapes.map((shape) => shape.type).join(type.type === 'TSUnionType' ? ' | ' : ' & '),
        names: new Set(shapes.flatMap((shape) => [...shape.names])),
        optional: shapes.some((shape) => shape.optional),
      };
    }
    case 'TSTypeReference':
      return shapeOfReference(type, path, generics, depth);
    default:
      return undefined;
  }
}

function shapeOfReference(type, path, generics, depth) {
  if (type.typeName.type !== 'Identifier') return undefined;
  const { name } = type.typeName;
  const [first, second] = type.typeArguments?.params ?? [];
  if (generics.has(name)) return shapeOf(generics.get(name), path, generics, depth + 1);
  if (['Readonly', 'Required', 'NoInfer', 'Partial', 'Omit', 'Pick'].includes(name)) {
    const shape = shapeOf(first, path, generics, depth + 1);
    if (!shape || !second) return name === 'Partial' && shape ? { ...shape, optional: true } : shape;
    const listed = new Set((second.types ?? [second]).map((item) => item.literal?.value));
    const names = [...shape.names].filter((one) => listed.has(one) === (name === 'Pick'));
    return { ...shape, type: `${name}<${shape.type}>`, names: new Set(names) };
  }
  for (const { node, path: at } of moduleAt(path).named(name)) {
    if (node?.type === 'TSTypeAliasDeclaration') {
      const own = new Map(
        (node.typeParameters?.params ?? []).map((item) => [item.name.name, item.constraint]),
      );
      const shape = shapeOf(node.typeAnnotation, at, own, depth + 1);
      return shape && { ...shape, type: name };
    }
    if (node?.type === 'TSInterfaceDeclaration') {
      const shape = shapeOfMembers(name, node.body.body);
      for (const { expression, typeArguments } of node.extends ?? []) {
        const base = shapeOfReference({ typeName: expression, typeArguments }, at, new Map(), depth + 1);
        for (const one of base?.names ?? []) shape.names.add(one);
        shape.optional ||= base?.optional ?? false;
      }
      return shape;
    }
  }
  return undefined;
}

function shapeOfMembers(type, members) {
  const properties = members.filter((member) => /Property|Method/.test(member.type));
  return {
    type,
    names: new Set(properties.map((member) => member.key?.name ?? member.key?.value)),
    optional: properties.some((member) => member.optional),
  };
}
