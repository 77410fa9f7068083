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
    Tensor<double> a, b, x, dense;

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

double first(const Tensor<double> &result) {
    return static_cast<const double *>(result.getStorage().getValues().getData())[0];
}

} // namespace

int main(int count, char **arguments) {
    if (count < 2) {
        return 1;
    }
    std::string folder = arguments[1], task, number;
    std::map<std::string, Matrix> matrices;
    std::cout << "taco" << std::endl;
    while (std::cin >> task >> number) {
        auto found = matrices.find(number);
        if (found == matrices.end()) {
            found = matrices.emplace(number, Matrix(folder, number)).first;
        }
        Matrix &m = found->second;
        IndexVar i("i"), j("j"), k("k");
        double time;
        Tensor<double> result;
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
        } else {
            std::cout << "-" << std::endl;
            continue;
        }
        time = timed(result);
        std::cout << time << " " << first(result) << std::endl;
    }
    return 0;
}
