// Words of the page of files, in English and in Korean.

export interface FileWords {
  file: (slot: string) => string;
  reading: (name: string) => string;
  none: string;
  empty: string;
  noWebGl: string;
  faults: Record<string, (name: string, message: string) => string>;
  tooLarge: (name: string, size: string, most: string) => string;
  tooMany: string;
  lost: string;
  facts: Record<'parts' | 'triangles' | 'vertices' | 'size' | 'area' | 'volume' | 'surface' | 'unit', string>;
  closed: string;
  open: (edges: string) => string;
  wrongEdges: (edges: string) => string;
  noVolume: string;
  metres: (metres: string) => string;
  noUnit: string;
  line: (line: number, text: string) => string;
  shortFaces: (faces: string) => string;
  verdictOne: (triangles: string) => string;
  cross: string;
  touch: string;
  inside: (inner: string, outer: string) => string;
  apart: (distance: string) => string;
  waiting: string;
  pairs: string;
  curveLength: string;
  pointA: string;
  pointB: string;
  distance: string;
  picked: Record<'file' | 'part' | 'triangle' | 'point' | 'normal' | 'side', string>;
  front: string;
  back: string;
  noPick: string;
  pickHint: string;
  lines: string;
  perimeter: string;
  enclosed: string;
  notClosed: string;
  noCut: string;
  badNumber: string;
  tree: { none: string; visited: (nodes: string, leaves: string, tested: string, all: string) => string };
  cast: { name: string; growing: (share: string) => string; cancelled: (share: string) => string; done: (rays: string, hits: string, seconds: string) => string };
  section: string;
}

const en: FileWords = {
  file: (slot) => `File ${slot}`,
  reading: (name) => `Reading ${name} …`,
  none: 'No file. Drop one on the page, or open one.',
  empty: 'No file yet',
  noWebGl: 'WebGL is not available, so the models are not drawn. What the files contain, their sections and their clash are stated all the same.',
  faults: {
    empty_file: (name) => `${name} is empty: it has no bytes.`,
    unknown_format: (name, message) => `${name} is of no format that can be read here: GLB, glTF, OBJ, STL, PLY, OFF. ${message}`,
    compressed_file: (name, message) => `The triangles of ${name} are compressed in a way that cannot be read here. ${message}`,
    io: (name, message) => `${name} refers to another file, which a page cannot open. Save it as a single GLB file. ${message}`,
    broken_file: (name, message) => `${name} is broken: ${message}`,
    invalid_shape: (name, message) => `${name} has no surface that can be used: ${message}`,
    stopped: (name, message) => `Memory ran out at ${name}. The other file is read again. ${message}`,
    not_loaded: (_, message) => `The module did not load, so nothing can be answered: ${message}`,
    unreadable: (name, message) => `The browser could not read ${name}. Perhaps it was moved or is a folder. ${message}`,
    failed: (name, message) => `${name} could not be read: ${message}`,
  },
  tooLarge: (name, size, most) => `${name} is too large: it has ${size}, and this page reads at most ${most}. The program barycast reads larger files.`,
  tooMany: 'Two files fit on this page; the first two are read.',
  lost: 'The question needed more memory than there is. The files are read again.',
  facts: { parts: 'parts', triangles: 'triangles', vertices: 'vertices', size: 'size', area: 'area', volume: 'volume', surface: 'surface', unit: 'unit' },
  closed: 'closed',
  open: (edges) => `not closed: ${edges} open edges`,
  wrongEdges: (edges) => `not closed: ${edges} edges whose triangles do not agree`,
  noVolume: 'none, because it is not closed',
  metres: (metres) => (metres === '1' ? 'metre' : `${metres} m`),
  noUnit: 'not stated in the file',
  line: (line, text) => `line ${line}: ${text}`,
  shortFaces: (faces) => `${faces} faces of fewer than three corners are skipped`,
  verdictOne: (triangles) => `${triangles} triangles`,
  cross: 'The surfaces cross',
  touch: 'The surfaces touch',
  inside: (inner, outer) => `${inner} is inside ${outer}`,
  apart: (distance) => `Apart by ${distance}`,
  waiting: 'With a second file the page states whether the two clash.',
  pairs: 'pairs of triangles that share a point',
  curveLength: 'length of the lines in which they cross',
  pointA: 'closest point on A',
  pointB: 'closest point on B',
  distance: 'distance',
  picked: { file: 'file', part: 'part', triangle: 'triangle', point: 'point', normal: 'normal', side: 'side' },
  front: 'front',
  back: 'back',
  noPick: 'The ray through this place meets no triangle.',
  pickHint: 'Click the picture to pick a triangle; drag it to turn the view.',
  lines: 'lines',
  perimeter: 'length',
  enclosed: 'enclosed area',
  notClosed: 'none: a line is open',
  noCut: 'The plane does not cut it.',
  badNumber: 'The position of the plane needs a finite number, such as 0.5 or -2e3.',
  tree: {
    none: 'Pick a place in the picture to see the boxes that its ray visits.',
    visited: (nodes, leaves, tested, all) => `nodes ${nodes} · leaves ${leaves} · triangles tested ${tested} of ${all}`,
  },
  cast: {
    name: 'The picture', growing: (share) => `Casting: ${share} %`, cancelled: (share) => `Cancelled at ${share}`,
    done: (rays, hits, seconds) => `Done: ${rays} rays in ${seconds} s, of which ${hits} hit a model`,
  },
  section: 'Section',
};

const ko: FileWords = {
  file: (slot) => `파일 ${slot}`,
  reading: (name) => `${name} 읽는 중 …`,
  none: '파일이 없습니다. 페이지에 놓거나 여십시오.',
  empty: '아직 파일이 없음',
  noWebGl: 'WebGL을 쓸 수 없어 모델을 그리지 않습니다. 파일의 내용, 단면, 간섭은 그대로 알려 줍니다.',
  faults: {
    empty_file: (name) => `${name}: 빈 파일입니다. 바이트가 하나도 없습니다.`,
    unknown_format: (name, message) => `${name}: 읽을 수 있는 형식(GLB, glTF, OBJ, STL, PLY, OFF)이 아닙니다. (${message})`,
    compressed_file: (name, message) => `${name}: 삼각형이 읽을 수 없는 방식으로 압축되어 있습니다. (${message})`,
    io: (name, message) => `${name}: 페이지가 열 수 없는 다른 파일을 가리킵니다. GLB 파일 하나로 저장하십시오. (${message})`,
    broken_file: (name, message) => `${name}: 깨진 파일입니다. (${message})`,
    invalid_shape: (name, message) => `${name}: 쓸 수 있는 겉면이 없습니다. (${message})`,
    stopped: (name, message) => `${name}에서 메모리가 모자랐습니다. 다른 파일을 다시 읽습니다. (${message})`,
    not_loaded: (_, message) => `모듈을 불러오지 못해 답할 수 없습니다. (${message})`,
    unreadable: (name, message) => `브라우저가 ${name}을(를) 읽지 못했습니다. 옮겨졌거나 폴더일 수 있습니다. (${message})`,
    failed: (name, message) => `${name}을(를) 읽지 못했습니다. (${message})`,
  },
  tooLarge: (name, size, most) => `${name}: 파일이 너무 큽니다. ${size}인데 이 페이지는 ${most}까지 읽습니다. 더 큰 파일은 프로그램 barycast가 읽습니다.`,
  tooMany: '이 페이지에는 파일이 두 개까지 들어갑니다. 처음 두 개를 읽습니다.',
  lost: '이 질문에는 메모리가 모자랐습니다. 파일을 다시 읽습니다.',
  facts: { parts: '부품', triangles: '삼각형', vertices: '꼭짓점', size: '크기', area: '넓이', volume: '부피', surface: '겉면', unit: '단위' },
  closed: '닫힘',
  open: (edges) => `열림: 열린 변 ${edges}개`,
  wrongEdges: (edges) => `열림: 삼각형이 서로 맞지 않는 변 ${edges}개`,
  noVolume: '닫혀 있지 않아 없음',
  metres: (metres) => (metres === '1' ? '미터' : `${metres} m`),
  noUnit: '파일에 적혀 있지 않음',
  line: (line, text) => `${line}번째 줄: ${text}`,
  shortFaces: (faces) => `꼭짓점이 셋보다 적은 면 ${faces}개는 건너뛰었습니다`,
  verdictOne: (triangles) => `삼각형 ${triangles}개`,
  cross: '두 겉면이 서로 뚫고 지나감',
  touch: '두 겉면이 맞닿아 있음',
  inside: (inner, outer) => `${inner}가 ${outer} 안에 있음`,
  apart: (distance) => `${distance}만큼 떨어져 있음`,
  waiting: '파일을 하나 더 놓으면 둘이 부딪치는지 알려 줍니다.',
  pairs: '점을 공유하는 삼각형 쌍',
  curveLength: '서로 만나는 선의 길이',
  pointA: 'A의 최근접점',
  pointB: 'B의 최근접점',
  distance: '거리',
  picked: { file: '파일', part: '부품', triangle: '삼각형', point: '점', normal: '법선', side: '면' },
  front: '앞면',
  back: '뒷면',
  noPick: '이 자리를 지나는 반직선은 어떤 삼각형과도 만나지 않습니다.',
  pickHint: '그림을 누르면 삼각형을 고르고, 끌면 시점이 돕니다.',
  lines: '선',
  perimeter: '길이',
  enclosed: '둘러싼 넓이',
  notClosed: '없음: 열린 선이 있음',
  noCut: '평면과 만나지 않습니다.',
  badNumber: '평면의 위치에는 0.5나 -2e3과 같은 유한한 수가 필요합니다.',
  tree: {
    none: '그림에서 한 곳을 고르면 그 반직선이 방문하는 상자를 보여 줍니다.',
    visited: (nodes, leaves, tested, all) => `마디 ${nodes}개 · 잎 ${leaves}개 · 삼각형 ${all}개 중 ${tested}개 검사`,
  },
  cast: {
    name: '그림', growing: (share) => `그리는 중: ${share} %`, cancelled: (share) => `${share}에서 그만둠`,
    done: (rays, hits, seconds) => `완성: 반직선 ${rays}개를 ${seconds}초에 쏘아 ${hits}개가 모델과 만났습니다`,
  },
  section: '단면',
};

export const words = (): FileWords => (document.documentElement.lang === 'ko' ? ko : en);
