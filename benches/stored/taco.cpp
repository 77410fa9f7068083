// taco, over matrices that the program beside this file wrote. Each line that is read is a task and the number of a matrix; the answer
// is a line with seconds of the processor and one number of the result. Kernels are compiled before they are timed.

#include "taco.h"

#include <ctime>
#include <fstream>
#include <iostream>
#include <map>
#include <string>
#include <vector>

using namespace taco;

namespace {

const int COLUMNS = 16;

template <typename T> std::vector<T> array(const std::string &name) {
    std::ifstream file(name, std::ios::binary | std::ios::ate);
    std::vector<T> elements(static_cast<size_t>(file.tellg()) / sizeof(T));
    file.seekg(0);
    file.read(reinterpret_cast<char *>(elements.data()), static_cast<std::streamsize>(elements.size() * sizeof(T)));
    return elements;
}

struct Matrix {
    int rows;
    Tensor<double> a, b, c, x, dense;

    Matrix(const std::string &folder, const std::string &number) {
        auto stored = [&](const char *name) {
            std::string file = folder + "/" + number + "." + name + ".";
            auto positions = array<int>(file + "positions");
            auto columns = array<int>(file + "columns");
            auto values = array<double>(file + "values");
            rows = static_cast<int>(positions.size()) - 1;
            return makeCSR(name, {rows, rows}, positions, columns, values);
        };
        a = stored("a");
        b = stored("b");
        c = stored("c");
        x = Tensor<double>("x", {rows}, Format({Dense}));
        dense = Tensor<double>("d", {rows, COLUMNS}, Format({Dense, Dense}));
        for (int row = 0; row < rows; row++) {
            x.insert({row}, static_cast<double>(row % 31));
            for (int column = 0; column < COLUMNS; column++) {
                dense.insert({row, column}, static_cast<double>((row * COLUMNS + column) % 29));
            }
        }
        x.pack();
        dense.pack();
    }
};

// Two tensors of three axes, and what they are multiplied by.
struct Three {
    std::vector<int> extents{0, 0, 0};
    Tensor<double> a, b, x, columns, first, second;

    Three(const std::string &folder, const std::string &number) {
        auto read = [&](const std::string &name) {
            std::string file = folder + "/tensor" + number + "." + name + ".";
            std::vector<std::vector<int>> at;
            for (int axis = 0; axis < 3; axis++) {
                at.push_back(array<int>(file + std::to_string(axis)));
            }
            return std::make_pair(at, array<double>(file + "values"));
        };
        auto one = read("a"), other = read("b");
        auto extent = array<int>(folder + "/tensor" + number + ".extents");
        extents.assign(extent.begin(), extent.end());
        auto made = [&](const char *name, std::pair<std::vector<std::vector<int>>, std::vector<double>> &of) {
            Tensor<double> tensor(name, extents, Format({Sparse, Sparse, Sparse}));
            for (size_t entry = 0; entry < of.second.size(); entry++) {
                tensor.insert({of.first[0][entry], of.first[1][entry], of.first[2][entry]}, of.second[entry]);
            }
            tensor.pack();
            return tensor;
        };
        a = made("a", one);
        b = made("b", other);
        auto dense = [&](const char *name, int rows, int columns) {
            Tensor<double> tensor(name, {rows, columns}, Format({Dense, Dense}));
            for (int at = 0; at < rows * columns; at++) {
                tensor.insert({at / columns, at % columns}, static_cast<double>(at % 5));
            }
            tensor.pack();
            return tensor;
        };
        x = Tensor<double>("x", {extents[2]}, Format({Dense}));
        for (int at = 0; at < extents[2]; at++) {
            x.insert({at}, static_cast<double>(at % 5));
        }
        x.pack();
        columns = dense("columns", extents[2], COLUMNS);
        first = dense("first", extents[1], COLUMNS);
        second = dense("second", extents[2], COLUMNS);
    }
};

double seconds() {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// Compiles, and times the rest.
template <typename T> double timed(T &result) {
    result.compile();
    double begun = seconds();
    result.assemble();
    result.compute();
    return seconds() - begun;
}

const double *values(const Tensor<double> &result) {
    return static_cast<const double *>(result.getStorage().getValues().getData());
}

// The sum of all values of compressed rows.
double total(const Tensor<double> &result, int rows) {
    const int *positions = static_cast<const int *>(result.getStorage().getIndex().getModeIndex(1).getIndexArray(0).getData());
    double sum = 0;
    for (int at = 0; at < positions[rows]; at++) {
        sum += values(result)[at];
    }
    return sum;
}

} // namespace

int main(int count, char **arguments) {
    if (count < 2) {
        return 1;
    }
    std::string folder = arguments[1], task, number;
    std::map<std::string, Matrix> matrices;
    std::map<std::string, Three> tensors;
    std::cout.precision(17);
    std::cout << "taco" << std::endl;
    while (std::cin >> task >> number) {
        IndexVar i("i"), j("j"), k("k");
        double time;
        Tensor<double> result;
        if (task == "ttv" || task == "ttm" || task == "mttkrp" || task == "innerprod") {
            auto found = tensors.find(number);
            if (found == tensors.end()) {
                found = tensors.emplace(number, Three(folder, number)).first;
            }
            Three &t = found->second;
            IndexVar r("r");
            int at = 0;
            if (task == "ttv") {
                result = Tensor<double>("v", {t.extents[0], t.extents[1]}, Format({Sparse, Sparse}));
                result(i, j) = t.a(i, j, k) * t.x(k);
            } else if (task == "ttm") {
                result = Tensor<double>("m", {t.extents[0], t.extents[1], COLUMNS}, Format({Sparse, Sparse, Dense}));
                result(i, j, r) = t.a(i, j, k) * t.columns(k, r);
            } else if (task == "mttkrp") {
                result = Tensor<double>("p", {t.extents[0], COLUMNS}, Format({Dense, Dense}));
                result(i, r) = t.a(i, j, k) * t.first(j, r) * t.second(k, r);
                at = 1;
            } else {
                result = Tensor<double>("n");
                result = t.a(i, j, k) * t.b(i, j, k);
            }
            time = timed(result);
            std::cout << time << " " << values(result)[at] << std::endl;
            continue;
        }
        auto found = matrices.find(number);
        if (found == matrices.end()) {
            found = matrices.emplace(number, Matrix(folder, number)).first;
        }
        Matrix &m = found->second;
        if (task == "vector") {
            result = Tensor<double>("y", {m.rows}, Format({Dense}));
            result(i) = m.a(i, j) * m.x(j);
        } else if (task == "dense") {
            result = Tensor<double>("p", {m.rows, COLUMNS}, Format({Dense, Dense}));
            result(i, k) = m.a(i, j) * m.dense(j, k);
        } else if (task == "sum") {
            result = Tensor<double>("s", {m.rows, m.rows}, CSR);
            result(i, j) = m.a(i, j) + m.b(i, j);
        } else if (task == "product") {
            result = Tensor<double>("q", {m.rows, m.rows}, CSR);
            result(i, k) = m.a(i, j) * m.b(j, k);
        } else if (task == "three") {
            result = Tensor<double>("t", {m.rows, m.rows}, CSR);
            result(i, j) = m.a(i, j) * m.b(i, j) * m.c(i, j);
        } else if (task == "mixture") {
            result = Tensor<double>("u", {m.rows, m.rows}, CSR);
            result(i, j) = m.a(i, j) * (m.b(i, j) + m.c(i, j));
        } else {
            std::cout << "-" << std::endl;
            continue;
        }
        time = timed(result);
        bool is_total = task == "three" || task == "mixture";
        std::cout << time << " " << (is_total ? total(result, m.rows) : values(result)[0]) << std::endl;
    }
    return 0;
}
